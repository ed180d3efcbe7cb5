/** The text of a script that is made into a worker. */
declare module "worker:*" {
  const text: string;
  export default text;
}

/** Files of the fixtures that the empty page offers. */
declare module "samples:" {
  const samples: { name: string; title: string; base64: string }[];
  export default samples;
}

/** The licences of what is in the page. */
declare module "licences:" {
  const text: string;
  export default text;
}
