import { defineFeature } from '#platform/feature.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'

/** The first screen of the site; all it has on the server are its texts. */
export const landing = defineFeature({ name: 'landing', messages: { en, es }, create: () => ({ services: {} }) })
