import type { ContentEdits, ContentRevision } from '#platform/content-edits/content-edits.ts'
import type { Config } from '#platform/config.ts'
import { settingFields, type SiteSettings, siteSettingsSchema } from '#platform/owner-settings.ts'
import { readLogo } from '#shared/site-identity.ts'
import { settingsEntry } from '#platform/site-settings.ts'
import { AppError } from '#shared/errors.ts'
import type { AuditLog, SettingsService } from '#features/owner/contract.ts'

type SettingsDeps = {
  /** Configuration from the environment, without the owner's values. */
  config: Config
  edits: ContentEdits
  auditLog: AuditLog
}

/** Creates the settings that override the configuration, with their history. */
export function createSettings({ config, edits, auditLog }: SettingsDeps): SettingsService {
  const { kind, key } = settingsEntry
  const history = () => edits.history(kind, key)

  /** Writes the settings, unless they are those of the newest version. @returns whether they were written. */
  async function write(data: SiteSettings, over: number | undefined, actor: string): Promise<boolean> {
    if (listChanges(valuesOf((await history())[0]), data).length === 0) return false
    await edits.write({ kind, key, action: 'save', data, actor, over: { revision: over } })
    await auditLog.record({ actor, action: 'settings.save', subject: 'settings', detail: Object.keys(data).join(', ') })
    return true
  }

  return {
    async read() {
      const revisions = await history()
      const values = valuesOf(revisions[0])
      return {
        settings: settingFields.map(({ name, label, hint, isLong = false, choices, isColor = false }) => ({
          name,
          label,
          hint,
          isLong,
          ...(choices ? { choices } : {}),
          isColor,
          value: values[name] ?? '',
          configured: config[name] ?? '',
        })),
        logo: readLogo(values.SITE_LOGO),
        revision: revisions[0]?.revision,
        changes: revisions.map((one, index) => ({
          revision: one.revision,
          at: one.at.toISOString(),
          actor: one.actor,
          summary: listChanges(valuesOf(revisions[index + 1]), valuesOf(one)).join('; ') || 'No changes',
        })),
      }
    },
    async save(submitted, over, actor) {
      const entered = Object.entries(submitted).flatMap(([name, value]) =>
        value.trim() === '' ? [] : [[name, value.trim()]],
      )
      const parsed = siteSettingsSchema.safeParse(Object.fromEntries(entered))
      if (!parsed.success)
        return {
          problems: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
        }
      const { SITE_LOGO } = valuesOf((await history())[0])
      const isWritten = await write({ ...parsed.data, ...(SITE_LOGO && { SITE_LOGO }) }, over, actor)
      return { problems: {}, ...(!isWritten && { isUnchanged: true }) }
    },
    async setLogo(id, actor) {
      const newest = (await history())[0]
      const { SITE_LOGO: _former, ...values } = valuesOf(newest)
      await write({ ...values, ...(id && { SITE_LOGO: id }) }, newest?.revision, actor)
    },
    async restore(revision, actor) {
      const revisions = await history()
      const wanted = revisions.find((one) => one.revision === revision)
      if (!wanted) throw new AppError('not-found', 'This version of the settings does not exist.')
      await write(valuesOf(wanted), revisions[0]?.revision, actor)
    },
    async reset(actor) {
      const newest = (await history())[0]
      if (!newest || newest.action === 'reset') return
      await edits.write({ kind, key, action: 'reset', actor })
      await auditLog.record({ actor, action: 'settings.reset', subject: 'settings' })
    },
  }
}

function valuesOf(revision: ContentRevision | undefined): SiteSettings {
  if (revision?.action !== 'save') return {}
  // A revision of an older schema that is no longer valid counts as empty.
  const parsed = siteSettingsSchema.safeParse(revision.data)
  return parsed.success ? parsed.data : {}
}

function listChanges(before: SiteSettings, after: SiteSettings): string[] {
  const changed = settingFields.filter(({ name }) => before[name] !== after[name])
  const logo = before.SITE_LOGO === after.SITE_LOGO ? [] : [`Logo: ${after.SITE_LOGO ? 'uploaded' : 'removed'}`]
  return [
    ...logo,
    ...changed.map(({ name, label }) =>
      after[name] === undefined ? `${label}: reset to the configured value` : `${label}: ${after[name]}`,
    ),
  ]
}
