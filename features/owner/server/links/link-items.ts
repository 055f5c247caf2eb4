import type { Database } from '#platform/database/open-database.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { cutText } from '#shared/cut-text.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import { type createLinkChecks, type SiteLink, linkErrorOf } from './link-checks.ts'
import { listDeadLinks } from './queries.ts'

type LinkItemDeps = {
  db: Database['db']
  links: () => readonly SiteLink[]
  checks: Pick<ReturnType<typeof createLinkChecks>, 'check'>
}

const keyOf = (url: string) => `link:${hashValue(url)}`

/** Creates action items for broken links. Only the owner can replace them; checking again is safe. */
export function createLinkItems({ db, links, checks }: LinkItemDeps): ActionItemSource {
  return {
    kinds: ['link'],
    async list() {
      const all = links()
      const rows = await listDeadLinks(db, [...new Set(all.map(({ url }) => url))])
      return rows.map(({ url, error, failingSince }): ActionItem => {
        const { host } = new URL(url)
        const places = all.filter((link) => link.url === url)
        return {
          key: keyOf(url),
          severity: 'upkeep',
          title: `Broken link: ${host}`,
          detail: `${cutText(url, 300)}: ${error}. Used in ${places.map(({ where }) => where).join(', ')}.`,
          since: failingSince?.toISOString(),
          action: { label: 'Check again', canUndo: false, doneMessage: `The link to ${host} works again.` },
          href: places[0]!.href,
        }
      })
    },
    async runAction(key) {
      const link = links().find(({ url }) => keyOf(url) === key)
      if (!link) throw new AppError('not-found', 'This link is no longer used on the site.')
      const error = linkErrorOf(await checks.check(link.url))
      if (error) throw new AppError('conflict', `The link is still broken: ${error.message}.`)
    },
    async undo() {
      throw new AppError('conflict', 'A check cannot be undone.')
    },
  }
}
