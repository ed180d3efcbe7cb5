class Rezkit < Formula
  desc "{{summary}}"
  homepage "{{repository}}"
  version "{{version}}"
  license any_of: ["{{licences ", "}}"]

  on_macos do
    on_arm do
      url "{{url aarch64-apple-darwin}}"
      sha256 "{{sha256 aarch64-apple-darwin}}"
    end
    on_intel do
      url "{{url x86_64-apple-darwin}}"
      sha256 "{{sha256 x86_64-apple-darwin}}"
    end
  end

  on_linux do
    on_arm do
      url "{{url aarch64-unknown-linux-gnu}}"
      sha256 "{{sha256 aarch64-unknown-linux-gnu}}"
    end
    on_intel do
      url "{{url x86_64-unknown-linux-gnu}}"
      sha256 "{{sha256 x86_64-unknown-linux-gnu}}"
    end
  end

  def install
    bin.install "rez"
    pkgshare.install "rezkit.html"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/rez.bash" => "rez"
    zsh_completion.install "completions/_rez"
    fish_completion.install "completions/rez.fish"
    share.install Dir["share/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/rez --version")
  end
end
