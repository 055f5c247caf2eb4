import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { loadLegal } from './server/documents.ts'

/** Terms, privacy policy and legal notice, with the facts of this installation filled in. */
export const legal = defineFeature({
  name: 'legal',
  messages: { en, es },
  create({ config, contentDir, edits }: FeatureDeps) {
    const facts = {
      get siteName() {
        return config.SITE_NAME
      },
      get supportEmail() {
        return config.SUPPORT_EMAIL
      },
      get postalAddress() {
        return config.POSTAL_ADDRESS
      },
      origin: config.origin,
    }
    const { service, editable } = loadLegal(contentDir, facts, edits)
    return { services: { legal: service }, editable }
  },
})
