// Amounts of money as people and programs read them. Sums of doubles end in noise
// (0.8230000000000001): these never show it.
#ifndef SA_BASE_MONEY_H
#define SA_BASE_MONEY_H

enum { SA_MONEY_TEXT = 40 };

// Dollars for people: "$12.30", "$0.42", "$0.0011" (two digits that count), "$0"; what is less than
// a millionth "<$0.000001". Returns out, of at least SA_MONEY_TEXT bytes.
const char *sa_money(double dollars, char *out);

// The nearest amount of at most ten decimals, which is what goes into events: less than any token
// costs.
double sa_money_exact(double dollars);

#endif
