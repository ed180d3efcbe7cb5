/** The text of a script that is made into a worker. */
declare module "worker:*" {
  const text: string;
  export default text;
}

/** Of workers. */
declare class FileReaderSync {
  readAsDataURL(blob: Blob): string;
}

/** The style of the page. */
declare module "style:" {
  const text: string;
  export default text;
}

/** The licences of what is in the page. */
declare module "licences:" {
  const text: string;
  export default text;
}
