# The formula as a template: Packaging/formula.py fills in what is in capitals between @ signs, and leaves out a system whose
# tarball is not in the release.
class Meshconv < Formula
  desc "Converts 3D files and phone scans, and lists what is lost"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    depends_on macos: :sonoma
    url "@RELEASES@/v@VERSION@/meshconv-@VERSION@-macos-universal.tar.gz"
    sha256 "@SHA256-macos-universal@"
  end

  on_linux do
    depends_on arch: :x86_64
    url "@RELEASES@/v@VERSION@/meshconv-@VERSION@-linux-x86_64.tar.gz"
    sha256 "@SHA256-linux-x86_64@"
  end

  def install
    bin.install "bin/meshconv"
    man1.install "share/man/man1/meshconv.1"
    bash_completion.install "share/bash-completion/completions/meshconv"
    zsh_completion.install "share/zsh/site-functions/_meshconv"
    fish_completion.install "share/fish/vendor_completions.d/meshconv.fish"
    pkgshare.install "corner.ply"
  end

  test do
    system bin/"meshconv", pkgshare/"corner.ply", testpath/"corner.glb", "--strict"
    assert_path_exists testpath/"corner.glb"
  end
end
