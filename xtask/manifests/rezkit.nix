{
  lib,
  stdenvNoCC,
  fetchurl,
  unzip,
  installShellFiles,
}:

let
  archives = {
    x86_64-linux = {
      url = "{{url x86_64-unknown-linux-musl}}";
      sha256 = "{{sha256 x86_64-unknown-linux-musl}}";
    };
    aarch64-linux = {
      url = "{{url aarch64-unknown-linux-musl}}";
      sha256 = "{{sha256 aarch64-unknown-linux-musl}}";
    };
    x86_64-darwin = {
      url = "{{url x86_64-apple-darwin}}";
      sha256 = "{{sha256 x86_64-apple-darwin}}";
    };
    aarch64-darwin = {
      url = "{{url aarch64-apple-darwin}}";
      sha256 = "{{sha256 aarch64-apple-darwin}}";
    };
  };
in
stdenvNoCC.mkDerivation {
  pname = "rezkit";
  version = "{{version}}";

  src = fetchurl archives.${stdenvNoCC.hostPlatform.system};
  sourceRoot = ".";
  nativeBuildInputs = [
    unzip
    installShellFiles
  ];

  installPhase = ''
    runHook preInstall
    install -Dm755 rez -t $out/bin
    install -Dm644 rezkit.html -t $out/share/rezkit
    installManPage man/*.1
    installShellCompletion --bash --name rez completions/rez.bash
    installShellCompletion --zsh completions/_rez
    installShellCompletion --fish completions/rez.fish
    cp -r share $out
    runHook postInstall
  '';

  meta = {
    description = "{{summary}}";
    homepage = "{{repository}}";
    license = map lib.getLicenseFromSpdxId [ "{{licences " "}}" ];
    mainProgram = "rez";
    platforms = lib.attrNames archives;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
