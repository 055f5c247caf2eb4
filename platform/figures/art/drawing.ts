import type { ArtDensity } from '#shared/art-direction.ts'
import type { Field } from './field.ts'
import type { Layers } from './layers.ts'

/** Input of a material. `random` gives numbers 0–1, the same ones for the same slug. */
export type Drawing = { field: Field; layers: Layers; random: () => number; seed: number; density: ArtDensity }
