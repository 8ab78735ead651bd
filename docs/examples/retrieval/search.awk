# Ranks the paragraphs of files by the words of a question, which is the first file (-), by BM25
# (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009), and prints the best.
# usage: awk -v best=3 -f search.awk - FILE... < question
function words(text, list) {
    text = tolower(text)
    gsub(/[^a-z0-9]+/, " ", text)
    return split(text, list, " ")
}
function stem(word) { # plots and plot are one word to whoever asks
    if (length(word) > 3) sub(/(ies|es|s)$/, "", word)
    return word
}
BEGIN { RS = "" } # a record is a paragraph
FILENAME == "-" {
    n = words($0, list)
    for (i = 1; i <= n; i++) asked[stem(list[i])] = 1
    next
}
/^#/ { heading = $0; sub(/^#+ */, "", heading); next }
{
    text[++count] = $0
    source[count] = FILENAME " (" heading ")"
    total += size[count] = words(heading " " $0, list)
    for (i = 1; i <= size[count]; i++)
        if (!times[count, stem(list[i])]++) holders[stem(list[i])]++
}
END {
    for (p = 1; p <= count; p++)
        for (word in asked)
            if ((p, word) in times) {
                rarity = log(1 + (count - holders[word] + 0.5) / (holders[word] + 0.5))
                f = times[p, word]
                score[p] += rarity * f * 2.2 / (f + 1.2 * (0.25 + 0.75 * size[p] * count / total))
            }
    for (shown = 0; shown < best; shown++) {
        top = 0
        for (p = 1; p <= count; p++)
            if (score[p] > 0 && (!top || score[p] > score[top])) top = p
        if (!top) break
        printf "%s%s\n%s\n", shown ? "\n" : "", source[top], text[top]
        score[top] = 0
    }
    if (!shown) print "nothing found"
}
