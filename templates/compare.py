from experiment import case

comparisons = {"I": (900, 20, 0, 80), "II": (820, 100, 80, 0)}

for name, counts in comparisons.items():
    result = case(*counts)
    print("Comparison", name)
    print("  both right, only B, only A, both wrong:", *counts)
    print("  accuracy of A:", float(result["A_accuracy"]))
    print("  accuracy of B:", float(result["B_accuracy"]))
    print("  discordant images:", result["discordant"])
    print("  exact p-value:", float(result["exact_p"]))
    error = result["paired_standard_error"]
    print("  paired standard error:", error)
