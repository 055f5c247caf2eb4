import { cutText, countCharacters } from '#shared/cut-text.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import { defaultSiteName } from '#shared/site-identity.ts'
import { findUnsupportedClaim } from './claims.ts'
import type { Draft } from './draft.ts'
import { isTool, type MaterialRecord } from './material.ts'

/** The supported part of a draft, and descriptions of what was removed and why. Unsupported lines are empty. */
type Grounded = { draft: Draft; left: string[] }

const maxLength = { title: 140, summary: 500, preheader: 200, paragraph: 1_200, name: 140, description: 900 }

/**
 * Removes statements that their cited records do not support. A tool without a public link is described as such.
 */
export function filterGrounded(draft: Draft, records: readonly MaterialRecord[], siteName = defaultSiteName): Grounded {
  const byId = new Map(records.map((record) => [record.id, record]))
  const left: string[] = []
  const holds = (
    what: string,
    texts: readonly [text: string, maxLength: number][],
    named: readonly string[],
  ): boolean => {
    const ids = named.filter((id) => id.trim() !== '')
    const cited = ids.map((id) => byId.get(id))
    const why =
      ids.length === 0
        ? 'it cites no source'
        : cited.includes(undefined)
          ? 'it cites an unknown source'
          : texts.some(([text, max]) => text.trim() === '' || countCharacters(text) > max)
            ? 'it is empty or too long'
            : findUnsupportedClaim(texts.map(([text]) => text).join('\n. '), groundOf(cited), siteName)
    if (why !== undefined) left.push(`${what} (${why})`)
    return why === undefined
  }

  const insights = once(draft.insights).filter(({ title, description, record_id }) =>
    holds(
      quoteTitle(clip(title)),
      [
        [title, maxLength.name],
        [description, maxLength.description],
      ],
      [record_id],
    ),
  )
  const tools = once(draft.tools).filter(({ name, description, record_id }) => {
    const record = byId.get(record_id)
    if (record && !isTool(record)) return void left.push(`${quoteTitle(clip(name))} (the cited source is not a tool)`)
    return holds(
      quoteTitle(clip(name)),
      [
        [name, maxLength.name],
        [description, maxLength.description],
      ],
      [record_id],
    )
  })
  const opening = draft.opening.filter(({ text, record_ids }) =>
    holds(quoteTitle(clip(text)), [[text, maxLength.paragraph]], record_ids),
  )
  // Title, summary and preheader may repeat claims of the rest, but add none.
  const reported = [
    ...opening.flatMap(({ record_ids }) => record_ids),
    ...[...insights, ...tools].map(({ record_id }) => record_id),
  ]
  const line = (name: 'title' | 'summary' | 'preheader') =>
    holds(`the ${name}`, [[draft[name], maxLength[name]]], reported) ? draft[name].trim() : ''
  return {
    draft: {
      title: line('title'),
      summary: line('summary'),
      preheader: line('preheader'),
      opening,
      insights,
      tools: tools.map((tool) => reportUnlinked(tool, byId.get(tool.record_id))),
    },
    left,
  }
}

/** Returns whether a text says that there is no link to its subject yet. */
const isUnlinked = (text: string) => /\bno (public )?link to [^.!?]{1,80} yet\b/i.test(text)

/** Ends a description with the sentence that there is no public link to the platform yet, unless the draft says so. */
function reportUnlinked(tool: Draft['tools'][number], record: MaterialRecord | undefined): Draft['tools'][number] {
  if (!record?.isUnlinked || isUnlinked(tool.description)) return tool
  const description = tool.description.trim()
  const end = /[.!?…]$/.test(description) ? '' : '.'
  return { ...tool, description: `${description}${end} There is no public link to it yet.` }
}

const groundOf = (cited: readonly (MaterialRecord | undefined)[]) =>
  cited.map((record) => `${record?.title}. ${record?.facts}`).join('\n')

/** Keeps one statement per record. */
function once<Item extends { record_id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.toReversed().map((item) => [item.record_id, item])).values()].toReversed()
}

const clip = (text: string) => cutText(text, 60, '…')
