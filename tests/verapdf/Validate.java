// Validates PDF files with veraPDF's engine: java Validate.java PDFA_3_A,PDFUA_1, with a path in each line of its input.
// Answers with a line for each profile, a line for each failed rule, and "---" where a file is done.

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
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
        Map<String, ValidationProfile> profiles = new LinkedHashMap<>();
        for (String flavour : arguments[0].split(",")) {
            profiles.put(flavour, profile(flavour));
        }
        BufferedReader paths = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String path = paths.readLine(); path != null; path = paths.readLine()) {
            for (Map.Entry<String, ValidationProfile> one : profiles.entrySet()) {
                validate(new File(path), one.getKey(), one.getValue());
            }
            System.out.println("---");
        }
    }

    private static void validate(File file, String flavour, ValidationProfile profile) throws Exception {
        PDFAFlavour wanted = PDFAFlavour.valueOf(flavour);
        try (PDFAParser parser = Foundries.defaultInstance().createParser(file, wanted);
                PDFAValidator validator = Foundries.defaultInstance()
                        .createValidator(profile, FAILURES_SHOWN, false, true, false)) {
            ValidationResult result = validator.validate(parser);
            System.out.println(flavour + (result.isCompliant() ? " passed " : " failed ") + file.getName());
            for (TestAssertion assertion : result.getTestAssertions()) {
                if (assertion.getStatus() == TestAssertion.Status.FAILED) {
                    System.out.println("  " + assertion.getRuleId().getClause() + " " + assertion.getMessage()
                            + " at " + assertion.getLocation().getContext());
                }
            }
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
