// Validates PDF files with veraPDF's engine: java Validate.java PDFA_3_A,PDFUA_1 FILE...
// One line for each file and profile, then a line for each failed rule; exit code 1 where one fails.

import java.io.File;
import java.io.InputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;

public class Validate {
    private static final int FAILURES_SHOWN = 5;

    public static void main(String[] arguments) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        boolean sound = true;
        for (int i = 1; i < arguments.length; i++) {
            for (String flavour : arguments[0].split(",")) {
                sound &= validate(new File(arguments[i]), flavour);
            }
        }
        System.exit(sound ? 0 : 1);
    }

    private static boolean validate(File file, String flavour) throws Exception {
        PDFAFlavour wanted = PDFAFlavour.valueOf(flavour);
        try (PDFAParser parser = Foundries.defaultInstance().createParser(file, wanted);
                PDFAValidator validator = Foundries.defaultInstance()
                        .createValidator(profile(flavour), FAILURES_SHOWN, false, true, false)) {
            ValidationResult result = validator.validate(parser);
            System.out.println(flavour + (result.isCompliant() ? " passed " : " failed ") + file.getName());
            for (TestAssertion assertion : result.getTestAssertions()) {
                if (assertion.getStatus() == TestAssertion.Status.FAILED) {
                    System.out.println("  " + assertion.getRuleId().getClause() + " " + assertion.getMessage()
                            + " at " + assertion.getLocation().getContext());
                }
            }
            return result.isCompliant();
        }
    }

    // The engine's own list of profiles is empty in the archive used here; the files are there under these names.
    private static ValidationProfile profile(String flavour) throws Exception {
        String name = flavour.startsWith("PDFUA") ? "PDFUA-1" : "PDFA-" + flavour.substring(5).replace("_", "");
        try (InputStream xml = Validate.class.getResourceAsStream("/org/verapdf/pdfa/validation/" + name + ".xml")) {
            return Profiles.profileFromXml(xml);
        }
    }
}
