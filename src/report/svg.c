/* Shapes and axes of charts. */
#include "report/svg.h"

#include <math.h>
#include <string.h>

#include "report/text.h"

void kc_svg_begin(struct kc_buf *out, double width, double height, const char *alt)
{
    kc_buf_puts(out, "<figure><div class=\"scroll\" tabindex=\"0\" role=\"group\" "
                     "aria-label=\"Chart\"><svg role=\"img\" aria-label=\"");
    kc_text_piece(out, kc_text_cut(kc_str_from(alt), 1000));
    kc_buf_printf(out, "\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\">\n", width,
                  height, width, height);
}

void kc_svg_end(struct kc_buf *out, const char *caption)
{
    kc_buf_printf(out, "</svg></div><figcaption>%s</figcaption></figure>\n", caption);
}

void kc_svg_rect(struct kc_buf *out, const char *class, double x, double y, double w, double h)
{
    kc_buf_printf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                  class, x, y, w < 0.5 ? 0.5 : w, h);
}

void kc_svg_line(struct kc_buf *out, const char *class, double x1, double y1, double x2, double y2)
{
    kc_buf_printf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                  class, x1, y1, x2, y2);
}

void kc_svg_text(struct kc_buf *out, const char *class, const char *anchor, double x, double y,
                 const char *text)
{
    kc_buf_printf(out, "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">", class,
                  anchor, x, y);
    kc_text_names(out, text);
    kc_buf_puts(out, "</text>\n");
}

void kc_svg_label(struct kc_buf *out, const char *class, const char *anchor, double x, double y,
                  const char *text, size_t most)
{
    struct kc_buf cut = { 0 };

    kc_buf_add(&cut, "", 0);
    if (strlen(text) > most) {
        const struct kc_str start = kc_text_cut(kc_str_from(text), most - 1);

        kc_buf_add(&cut, start.at, start.length);
        kc_buf_puts(&cut, "\xe2\x80\xa6");
        text = cut.text;
    }
    kc_svg_text(out, class, anchor, x, y, text);
    kc_buf_free(&cut);
}

void kc_svg_path_begin(struct kc_buf *out, const char *class, double x, double y)
{
    kc_buf_printf(out, "<path class=\"%s\" d=\"M%.1f %.1f", class, x, y);
}

void kc_svg_path_to(struct kc_buf *out, double x, double y)
{
    kc_buf_printf(out, "L%.1f %.1f", x, y);
}

void kc_svg_path_end(struct kc_buf *out)
{
    kc_buf_puts(out, "\"/>\n");
}

double kc_axis_at(const struct kc_axis *a, double value)
{
    const double v = value < a->from ? a->from : value > a->to ? a->to : value;
    const double share =
        a->log ? log(v / a->from) / log(a->to / a->from) : (v - a->from) / (a->to - a->from);

    return a->start + share * (a->end - a->start);
}

/* 1, 2 or 5 times a power of ten, the smallest that is larger than value. */
static double next_round(double value, bool coarse)
{
    const double power = pow(10.0, floor(log10(value) + 1e-9));

    if (!coarse && value < power * 2.0 * (1.0 - 1e-9))
        return power * 2.0;
    if (!coarse && value < power * 5.0 * (1.0 - 1e-9))
        return power * 5.0;
    return power * 10.0;
}

/* Steps of 5, 10, 20, 50 ... so that there are a dozen at most. */
static double linear_tick(const struct kc_axis *a, double value)
{
    double step = 5.0;

    while (a->to / step > 12.0 && step < 1e300)
        step = next_round(step, false);
    return value + step <= a->to * (1.0 + 1e-9) ? value + step : 0.0;
}

double kc_axis_tick(const struct kc_axis *a, double value, bool coarse)
{
    if (!a->log)
        return linear_tick(a, value);
    const double next =
        value > 0.0 ? next_round(value, coarse) : next_round(a->from * (1.0 - 1e-6), coarse);

    return next <= a->to * (1.0 + 1e-9) ? next : 0.0;
}
