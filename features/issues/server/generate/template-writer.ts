import { formatList } from '#shared/format-list.ts'
import { punctuateQuotes, quoteTitle } from '#shared/quotation-marks.ts'
import { clipText } from '../clip-text.ts'
import type { Draft } from './draft.ts'
import { isNew, isNews, isTool, type MaterialRecord } from './material.ts'

/** Name of the author as shown in the issue. */
export const templateWriter = 'our software, from a template'

/** Beginnings of generated summaries: of an issue with news alone, and of another one. */
export const summaryOpenings = { news: 'New in this issue: ', mixed: 'In this issue: ' } as const

const max = { insights: 5, tools: 3 }

/** Maximum length of lines that are derived from the records, in characters. */
export const maxLength = { summary: 480, preheader: 180 }

/** Order of news; permanent records fill up to three. */
const order: readonly MaterialRecord['kind'][] = [
  'book',
  'track',
  'price',
  'airplay',
  'feed',
  'artist',
  'milestone',
  'platform',
]

/**
 * Writes an issue from the records' own text.
 *
 * @param usedTitles Titles of other issues. The issue begins with, and is named after, the first record whose title is
 *   not among them; without records, it is named after the first such tool. If all are used, the first is used again.
 */
export function writeFromTemplate(
  records: readonly MaterialRecord[],
  usedTitles: ReadonlySet<string> = new Set(),
): Draft {
  const ranked = records.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const milestone = records.find(({ kind }) => kind === 'milestone')
  const fresh = mixed(ranked.filter(isNews))
  const always = mixed(ranked.filter((record) => !isNews(record) && record.kind !== 'platform' && record !== milestone))
  const chosen = [...fresh.slice(0, max.insights), ...always].slice(
    0,
    Math.max(3, Math.min(fresh.length, max.insights)),
  )
  const tools = records.filter((record) => isTool(record) && record.kind === 'platform').slice(0, max.tools)
  const lead = chosen.find((record) => !usedTitles.has(headOf(record))) ?? chosen[0]
  const tool = tools.find((one) => !usedTitles.has(toolTitle(one))) ?? tools[0]
  const included = lead ? [lead, ...chosen.filter((record) => record !== lead)] : []
  return {
    title: lead ? headOf(lead) : tool ? toolTitle(tool) : '',
    summary: clipText(
      punctuateQuotes(
        [
          included.length > 0
            ? `${included.every(isNew) ? summaryOpenings.news : summaryOpenings.mixed}${formatList(included.map(nameOf))}.`
            : '',
          tools.length > 0 ? `Featured tools: ${formatList(tools.map(({ title }) => title))}.` : '',
        ]
          .filter(Boolean)
          .join(' '),
      ),
      maxLength.summary,
    ),
    preheader: clipText(
      included.slice(1, 3).map(headOf).join(' · ') || tools.map(({ title }) => title).join(' · '),
      maxLength.preheader,
    ),
    opening: milestone ? [{ text: storyOf(milestone), record_ids: [milestone.id] }] : [],
    insights: included.map((record) => ({
      title: headOf(record),
      description: record.kind === 'milestone' ? quoteTitle(record.facts) : record.facts,
      record_id: record.id,
    })),
    tools: tools.map(({ id, title, facts }) => ({ name: title, description: facts, record_id: id })),
  }
}

/** Alternates between the kinds of records, so that a week with many plays still mentions its book. */
function mixed(records: readonly MaterialRecord[]): MaterialRecord[] {
  const kinds = [...Map.groupBy(records, ({ kind }) => kind).values()]
  const longest = Math.max(0, ...kinds.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => kinds.flatMap((kind) => kind[index] ?? [])).flat()
}

/** Quotes a milestone: its story is told in the present tense and would otherwise read like news of this week. */
function storyOf({ title, facts }: MaterialRecord): string {
  const { period, name } = milestoneOf(title)
  return `From the founder’s journey, ${period && `${period}, `}${quoteTitle(name)}: ${quoteTitle(facts)}`
}

/** Splits the title of a milestone, such as `1991: The night desk`. */
function milestoneOf(title: string): { period: string; name: string } {
  const [, period = '', name = title] = /^(.+?): (.+)$/.exec(title) ?? []
  return { period, name }
}

const toolTitle = ({ title }: MaterialRecord) => `Featured tool: ${title}`

function headOf({ kind, title }: MaterialRecord): string {
  switch (kind) {
    case 'track':
      return `New in the rotation: ${title}`
    case 'airplay':
      return `On the air: ${title}`
    case 'book':
      return `New in the library: ${title}`
    case 'price':
      return `Tokens: ${title}`
    case 'artist':
      return `Meet ${title}`
    case 'milestone':
      return `From the founder’s journey, ${title}`
    case 'platform':
    case 'feed':
      return title
  }
}

/** Titles of works in a list are in quotation marks; people and platforms are not. */
function nameOf({ kind, title }: MaterialRecord): string {
  const { period, name } = milestoneOf(title)
  if (kind === 'milestone') return `${quoteTitle(name)}${period && ` (${period})`}`
  return kind === 'book' || kind === 'feed' ? quoteTitle(title) : title
}
