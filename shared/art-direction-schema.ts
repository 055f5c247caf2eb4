import { z } from 'zod'
import { contrastOf } from './colours.ts'
import { artDensities, artFrameLabels, artFrames, artMaterials } from './art-direction.ts'

const colour = /^#[0-9a-f]{6}$/

const mustBeColour = 'must be a color such as #1d2a6b'

// An empty color is missing, which forms report with another message.
const colourSchema = z.string().min(1, { error: mustBeColour, abort: true }).regex(colour, mustBeColour)

/**
 * Art direction as content files and the owner give it: two colours with enough contrast for text, a material, and how
 * much of the plate it fills.
 */
export const artDirectionSchema = z
  .object({
    material: z
      .enum(artMaterials)
      .meta({ label: 'Material', hint: 'Material that the pattern seems to be drawn with.' }),
    ground: colourSchema.meta({
      label: 'Background color',
      form: 'color',
      hint: 'Six hexadecimal digits, such as #f4efe4.',
    }),
    ink: colourSchema.meta({
      label: 'Drawing color',
      form: 'color',
      hint: 'Must be clearly readable on the background color.',
    }),
    density: z.enum(artDensities).meta({ label: 'Density', hint: 'From a few wide forms to many fine ones.' }),
    frame: z.enum(artFrames).meta({ label: 'Frame', optionLabels: artFrameLabels }),
  })
  .strict()
  .refine(({ ground, ink }) => !colour.test(ground) || !colour.test(ink) || contrastOf(ground, ink) >= 4.5, {
    path: ['ink'],
    message: 'must have a contrast of at least 4.5 to 1 with the background color',
  })
