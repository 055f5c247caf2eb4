import { type Config, settingFields, type SiteSettings, siteSettingsSchema } from './config.ts'
import type { ContentEdits } from './content-edits/content-edits.ts'

/** Under which the values stand among the owner's edits: one entry of a kind of its own. */
export const settingsEntry = { kind: 'settings', key: 'site' } as const

/**
 * The configuration with the owner's values over it, always as they are now.
 *
 * Read its properties where they are used: who copies one at the start keeps what was set then.
 */
export function subscribeToSettings(config: Config, edits: ContentEdits): Config {
  const followed = edits.follow<SiteSettings>({
    kind: settingsEntry.kind,
    files: [{}],
    keyOf: () => settingsEntry.key,
    schema: siteSettingsSchema,
  })
  const live = { ...config }
  for (const { name } of settingFields)
    Object.defineProperty(live, name, { enumerable: true, get: () => followed.list()[0]?.[name] ?? config[name] })
  return live
}
