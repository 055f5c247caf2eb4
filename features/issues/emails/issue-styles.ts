import type { CSSProperties } from 'react'
import { ink, linkColours, paper } from '#shared/mail/mail-colours.ts'

/*
 * The styles of an issue. The dark theme is written into every element, for mail programs that support nothing else;
 * the light theme and narrow screens are in the head, for programs that read it.
 */
const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif"
const mono = "Menlo, Consolas, 'Courier New', monospace"

const text: CSSProperties = { fontFamily: sans, fontSize: '17px', lineHeight: '27px', color: ink.sand }

/** Styles by element; each matches the class of the same name in {@link headCss}. Links use {@link linkStyle}. */
export const styles = {
  plate: { backgroundColor: ink.plate },
  raised: { backgroundColor: ink.raised, border: `1px solid ${ink.groove}` },
  line: { borderTop: `1px solid ${ink.groove}` },
  text,
  dust: { ...text, fontSize: '13px', lineHeight: '20px', color: ink.dust },
  label: {
    ...text,
    fontFamily: mono,
    fontSize: '11px',
    lineHeight: '16px',
    letterSpacing: '1.2px',
    textTransform: 'uppercase',
    color: ink.dust,
  },
  brand: { ...text, fontSize: '22px', fontWeight: 800, letterSpacing: '-1px' },
  title: { ...text, fontSize: '34px', lineHeight: '38px', letterSpacing: '-1px', fontWeight: 800 },
  lead: { ...text, fontSize: '19px', lineHeight: '29px' },
  part: { ...text, fontSize: '19px', lineHeight: '26px', fontWeight: 700 },
} satisfies Record<string, CSSProperties>

/**
 * Returns the style of a link on a dark background. @param accent The owner's, `#rrggbb`; undefined for the default
 * one.
 */
export const linkStyle = (accent: string | undefined): CSSProperties => ({ color: linkColours(accent).dark })

/**
 * Returns the CSS for email apps that read the head: light theme and narrow screens.
 *
 * @param accent The owner's, `#rrggbb`; undefined for the default one.
 * @param hasLogo Whether there is a logo, which keeps its dark background in the light theme, as a plate around it.
 */
export const headCss = (accent: string | undefined, hasLogo: boolean) => `
:root { color-scheme: dark light; supported-color-schemes: dark light; }
@media (prefers-color-scheme: light) {
  .plate { background-color: ${paper.plate} !important; }
  .raised { background-color: ${paper.raised} !important; border-color: ${paper.groove} !important; }
  .line { border-color: ${paper.groove} !important; }
  .text { color: ${paper.sand} !important; }
  .dust { color: ${paper.dust} !important; }
  .link { color: ${linkColours(accent).light} !important; }
${hasLogo ? '  .logo { padding: 12px 16px !important; }\n' : ''}}
@media (max-width: 520px) {
  .air { padding: 12px 0 !important; }
  .side { padding-left: 20px !important; padding-right: 20px !important; }
  .title { font-size: 28px !important; line-height: 32px !important; }
}
`

/** Returns the attributes of the elements of the content. @param live Color of links and quotes. */
export const proseStyles = (live: string): Record<string, { class: string; style: string }> => ({
  p: { class: 'text', style: `margin:0 0 18px;font-family:${sans};font-size:17px;line-height:27px;color:${ink.sand}` },
  h2: {
    class: 'text',
    style: `margin:30px 0 12px;font-family:${sans};font-size:23px;line-height:29px;font-weight:800;letter-spacing:-0.5px;color:${ink.sand}`,
  },
  h3: {
    class: 'text',
    style: `margin:24px 0 8px;font-family:${sans};font-size:19px;line-height:26px;font-weight:700;color:${ink.sand}`,
  },
  ul: {
    class: 'text',
    style: `margin:0 0 18px;padding:0 0 0 24px;font-family:${sans};font-size:17px;line-height:27px;color:${ink.sand}`,
  },
  ol: {
    class: 'text',
    style: `margin:0 0 18px;padding:0 0 0 24px;font-family:${sans};font-size:17px;line-height:27px;color:${ink.sand}`,
  },
  li: { class: 'text', style: `margin:0 0 6px;font-family:${sans};font-size:17px;line-height:27px;color:${ink.sand}` },
  blockquote: { class: 'line', style: `margin:0 0 18px;padding:2px 0 2px 18px;border-left:2px solid ${live}` },
  hr: { class: 'line', style: `margin:26px 0;border:0;border-top:1px solid ${ink.groove}` },
  a: { class: 'link', style: `color:${live}` },
})
