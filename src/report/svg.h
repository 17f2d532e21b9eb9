/* report/svg.h: the few shapes that our charts are made of.
 *
 * Colours, fonts and dashes come from classes of the stylesheet, so that charts follow the theme;
 * only geometry stands in the markup.  A chart is one picture for assistive technology, with a
 * sentence that says what it shows; every value also stands in a table or as a label.
 */
#ifndef KC_REPORT_SVG_H
#define KC_REPORT_SVG_H

#include "base/str.h"

/* <figure> with a caption, then the picture; alt is escaped here, caption is trusted markup. */
void kc_svg_begin(struct kc_buf *out, double width, double height, const char *alt);
void kc_svg_end(struct kc_buf *out, const char *caption);

void kc_svg_rect(struct kc_buf *out, const char *class, double x, double y, double w, double h);
void kc_svg_line(struct kc_buf *out, const char *class, double x1, double y1, double x2, double y2);

/* anchor: "start", "middle" or "end"; the text is escaped here. */
void kc_svg_text(struct kc_buf *out, const char *class, const char *anchor, double x, double y,
                 const char *text);

/* The same, cut with an ellipsis to what most letters take. */
void kc_svg_label(struct kc_buf *out, const char *class, const char *anchor, double x, double y,
                  const char *text, size_t most);

/* A line through points, as steps when drawn from one to the next at equal heights. */
void kc_svg_path_begin(struct kc_buf *out, const char *class, double x, double y);
void kc_svg_path_to(struct kc_buf *out, double x, double y);
void kc_svg_path_end(struct kc_buf *out);

/* Values to places; logarithmic axes need positive ends. */
struct kc_axis {
    double from, to; /* values */
    double start, end;
    bool   log;
};
double kc_axis_at(const struct kc_axis *axis, double value); /* kept within the axis */

/* The next tick after value (1, 2, 5, 10 ...), or the first one at or above from when value is 0;
 * coarse leaves out 2 and 5; axes that are not logarithmic start at 0 and have even steps.  0 past
 * the end. */
double kc_axis_tick(const struct kc_axis *axis, double value, bool coarse);

#endif
