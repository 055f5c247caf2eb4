import { cutText, lengthOf } from '#shared/cut-text.ts'
import { findUnborne } from './claims.ts'
import type { Draft } from './draft.ts'
import { notOpenYet } from '#features/issues/contract.ts'
import { isTool, type MaterialRecord } from './material.ts'

/** What remains of a draft, and in words what was left out and why. Lines that did not hold are empty. */
export type Grounded = { draft: Draft; left: string[] }

const longest = { title: 140, summary: 500, preheader: 200, paragraph: 1_200, name: 140, description: 900 }

/**
 * Keeps of a draft what its records bear out: each statement cites known ones, and claims nothing beside them. A tool
 * that is not open is told so.
 */
export function keepGrounded(draft: Draft, records: readonly MaterialRecord[]): Grounded {
  const byId = new Map(records.map((record) => [record.id, record]))
  const left: string[] = []
  const holds = (
    what: string,
    texts: readonly [text: string, longest: number][],
    named: readonly string[],
  ): boolean => {
    const ids = named.filter((id) => id.trim() !== '')
    const cited = ids.map((id) => byId.get(id))
    const why =
      ids.length === 0
        ? 'it cites no record'
        : cited.includes(undefined)
          ? 'it cites an unknown record'
          : texts.some(([text, most]) => text.trim() === '' || lengthOf(text) > most)
            ? 'it is empty or too long'
            : findUnborne(texts.map(([text]) => text).join('\n. '), groundOf(cited))
    if (why !== undefined) left.push(`${what} (${why})`)
    return why === undefined
  }

  const insights = once(draft.insights).filter(({ title, description, record_id }) =>
    holds(
      `“${clip(title)}”`,
      [
        [title, longest.name],
        [description, longest.description],
      ],
      [record_id],
    ),
  )
  const tools = once(draft.tools).filter(({ name, description, record_id }) => {
    const record = byId.get(record_id)
    if (record && !isTool(record)) return void left.push(`“${clip(name)}” (the cited record is not a tool)`)
    return holds(
      `“${clip(name)}”`,
      [
        [name, longest.name],
        [description, longest.description],
      ],
      [record_id],
    )
  })
  const opening = draft.opening.filter(({ text, record_ids }) =>
    holds(`“${clip(text)}”`, [[text, longest.paragraph]], record_ids),
  )
  // The lines above all may tell what the rest tells, and no more.
  const told = [
    ...opening.flatMap(({ record_ids }) => record_ids),
    ...[...insights, ...tools].map(({ record_id }) => record_id),
  ]
  const line = (name: 'title' | 'summary' | 'preheader') =>
    holds(`the ${name}`, [[draft[name], longest[name]]], told) ? draft[name].trim() : ''
  return {
    draft: {
      title: line('title'),
      summary: line('summary'),
      preheader: line('preheader'),
      opening,
      insights,
      tools: tools.map((tool) => toldAsClosed(tool, byId.get(tool.record_id))),
    },
    left,
  }
}

/** Whether a text tells that what it is about cannot be used yet. */
const isClosed = (text: string) => /\bnot (yet open|open (to the public )?yet)\b/i.test(text)

/** A platform whose record says that nobody can use it yet, said with it where the draft keeps silent. */
function toldAsClosed(tool: Draft['tools'][number], record: MaterialRecord | undefined): Draft['tools'][number] {
  // What a feed calls not open may be anything, and so may an owner's words; what is ours to say stands first in a
  // platform's record.
  const isKnownAsClosed = record?.kind === 'platform' && record.facts.startsWith(notOpenYet(record.title))
  if (!isKnownAsClosed || isClosed(tool.description)) return tool
  return { ...tool, description: `It is not open yet. ${tool.description}` }
}

const groundOf = (cited: readonly (MaterialRecord | undefined)[]) =>
  cited.map((record) => `${record?.title}. ${record?.facts}`).join('\n')

/** One statement a record: the same thing told twice is no second thing. */
function once<Item extends { record_id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.toReversed().map((item) => [item.record_id, item])).values()].toReversed()
}

const clip = (text: string) => cutText(text, 60, '…')
