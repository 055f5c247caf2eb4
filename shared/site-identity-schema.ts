import { z } from 'zod'
import { contrastOf, minTextContrast } from './colours.ts'
import { logoShape } from './site-identity.ts'

/**
 * Schema of the site's name. It becomes part of texts in ICU MessageFormat, of email headers and of file names, so it
 * has no characters with a meaning there; a straight apostrophe becomes a typographic one.
 */
export const siteNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(40, 'Use at most 40 characters.')
  .regex(
    /^[^\p{C}\p{Zl}\p{Zp}<>{}#"\\]*$/u,
    'Use letters, numbers, spaces and punctuation. These characters are not allowed: < > { } # " \\',
  )
  .transform((name) => name.normalize('NFC').replaceAll("'", '’').replace(/\s+/g, ' '))

/** Grounds on which the accent color is read, as look.md names them, from dark to light. */
const grounds = [
  { name: 'the page', color: '#0f0c09' },
  { name: 'cards', color: '#1a1613' },
] as const

/**
 * Schema of the accent color, `#rrggbb`. It is the color of links, focus rings and buttons, whose labels have the color
 * of the page, so it must be readable on the page and on cards.
 */
export const accentSchema = z
  .string()
  // The contrast of anything else cannot be measured.
  .regex(/^#[0-9a-f]{6}$/i, { error: 'Enter # and six hexadecimal digits, such as #f8823d.', abort: true })
  .toLowerCase()
  .superRefine((color, context) => {
    const problem = accentProblem(color)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

/** Returns why a color, `#rrggbb`, cannot be the accent; undefined if it can. */
export function accentProblem(color: string): string | undefined {
  const measured = grounds.map((ground) => ({ ...ground, contrast: contrastOf(color, ground.color) }))
  const weakest = measured.reduce((worst, one) => (one.contrast < worst.contrast ? one : worst))
  if (weakest.contrast >= minTextContrast) return undefined
  // Rounded down, so that 4.49 is not called 4.5.
  const ratio = (Math.floor(weakest.contrast * 10) / 10).toFixed(1)
  return `This color has a contrast of ${ratio}:1 on ${weakest.name} (${weakest.color}); it needs at least ${minTextContrast}:1. Choose a lighter color.`
}

/** Schema of the stored logo, such as `0123456789abcdef-320x96`. */
export const logoIdSchema = z.string().regex(logoShape, 'Upload a logo.')
