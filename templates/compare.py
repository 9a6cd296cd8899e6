from experiment import SCENARIOS, case

for name, counts in SCENARIOS.items():
    result = case(*counts)
    print("Comparison", name)
    print("  accuracy of A:", float(result["A_accuracy"]))
    print("  accuracy of B:", float(result["B_accuracy"]))
    print("  discordant cases:", result["discordant"])
    print("  exact p-value:", float(result["exact_p"]))
    print("  paired SE:", result["paired_standard_error"])
