import type { Config } from './config.ts'
import { settingFields, type SiteSettings, siteSettingsSchema } from './owner-settings.ts'
import type { ContentEdits } from './content-edits/content-edits.ts'

/** Key of the settings among the owner's content edits. */
export const settingsEntry = { kind: 'settings', key: 'site' } as const

/**
 * Returns the configuration with the owner's current settings applied. Read its properties where they are used; copies
 * do not change.
 */
export function subscribeToSettings(config: Config, edits: ContentEdits): Config {
  const followed = edits.follow<SiteSettings>({
    kind: settingsEntry.kind,
    files: [{}],
    keyOf: () => settingsEntry.key,
    schema: siteSettingsSchema,
  })
  const live = { ...config }
  for (const name of [...settingFields.map((field) => field.name), 'SITE_LOGO'] as const)
    Object.defineProperty(live, name, { enumerable: true, get: () => followed.list()[0]?.[name] ?? config[name] })
  return live
}
