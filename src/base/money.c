// Amounts of money as text.
#include "base/money.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *sa_money(double dollars, char *out)
{
    double size = fabs(dollars);
    const char *sign = dollars < 0 ? "-" : "";
    int decimals = 2;
    if (!isfinite(dollars)) {
        snprintf(out, SA_MONEY_TEXT, "$?");
    } else if (size == 0) {
        snprintf(out, SA_MONEY_TEXT, "$0");
    } else if (size < 1e-6) {
        snprintf(out, SA_MONEY_TEXT, "<$0.000001");
    } else if (size >= 1e15) {
        snprintf(out, SA_MONEY_TEXT, "%s$%.2e", sign, size);
    } else {
        // Half of the last digit is added before it is looked at: 0.0996 is shown as 0.10.
        for (double least = 0.0995; size < least && decimals < 8; least /= 10) decimals++;
        snprintf(out, SA_MONEY_TEXT, "%s$%.*f", sign, decimals, size);
    }
    return out;
}

double sa_money_exact(double dollars)
{
    char text[400];
    if (!isfinite(dollars) || fabs(dollars) >= 1e15) return dollars;
    snprintf(text, sizeof text, "%.10f", dollars);
    return strtod(text, NULL);
}
