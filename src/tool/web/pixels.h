// Pixels in the child that reads pictures (child.h): made fewer, and turned as a camera was held.
#ifndef SA_TOOL_WEB_PIXELS_H
#define SA_TOOL_WEB_PIXELS_H

#include <stdbool.h>
#include <stddef.h>

// Red, green, blue, alpha: a byte each, row by row.
struct sa_pixels {
    unsigned char *rgba; // malloc'd
    unsigned width, height;
};

// Fewer pixels: each is the mean of the area that it stands for. Both sides > 0, and none larger
// than before.
void sa_pixels_shrink(struct sa_pixels *pixels, unsigned width, unsigned height);
// The orientation of EXIF, 1 to 8, becomes 1.
void sa_pixels_turn(struct sa_pixels *pixels, unsigned orientation);
// What is transparent shows white.
void sa_pixels_flatten(struct sa_pixels *pixels);
// Without alpha: three bytes each from now on, in the same memory.
void sa_pixels_to_rgb(struct sa_pixels *pixels);

// The orientation that a file says of itself (EXIF 2.32, 4.6.5); 1 where it says nothing.
unsigned sa_jpeg_orientation(const unsigned char *data, size_t len);
unsigned sa_png_orientation(const unsigned char *data, size_t len);
unsigned sa_webp_orientation(const unsigned char *data, size_t len);
// Does a turn make columns of rows?
bool sa_orientation_swaps(unsigned orientation);

#endif
