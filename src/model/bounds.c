// What providers take of an image. Larger ones are scaled down by them, or refused, after they were
// sent and paid for.
#include "base/str.h"
#include "model/model.h"

// Sides are what the model looks at, bytes what one image may have, before base64 makes a third
// more of them. Sources, read in November 2026: Anthropic, "Vision": 1568 pixels, 5 MB of base64
// (and 8000 pixels, 2000 in requests of many images); OpenAI, "Images and vision": 2048 x 2048, 20
// MB; Google, "Image understanding": 7 MB inline; Groq, "Vision": 4 MB of base64 in a request. Of
// others nothing certain is known: what all of these take.
static const struct {
    const char *provider;
    struct sa_image_bounds bounds;
} rows[] = {
    {"anthropic", {1568, 3750000}},    {"openai", {2048, SA_IMAGE_BYTES}},
    {"azure", {2048, SA_IMAGE_BYTES}}, {"gemini", {2048, SA_IMAGE_BYTES}},
    {"groq", {1568, 2500000}},         {NULL, {1568, 2500000}},
};

struct sa_image_bounds sa_model_image_bounds(const struct sa_model *model)
{
    struct sa_image_bounds least = {SA_IMAGE_SIDE, (size_t)SA_IMAGE_BYTES * 2};
    for (; model; model = model->stand_in) {
        size_t i = 0;
        while (rows[i].provider && !sa_streq(rows[i].provider, model->provider)) i++;
        const struct sa_image_bounds *b = &rows[i].bounds;
        if (b->side < least.side) least.side = b->side;
        if (b->bytes < least.bytes) least.bytes = b->bytes;
    }
    return least;
}
