import { clipWords } from '../clip-words.ts'
import type { Draft } from './draft.ts'
import { isNews, isTool, type MaterialRecord } from './material.ts'

/** As the letter calls it. */
export const templateWriter = 'the template writer'

const most = { insights: 5, tools: 3 }
/** What is told first, where it is new; what is always there fills up to three. */
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

/** Writes a letter of the records' own words: nothing is told that they do not say. */
export function writeFromTemplate(records: readonly MaterialRecord[]): Draft {
  const ranked = records.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const looksBack = records.find(({ kind }) => kind === 'milestone')
  const fresh = mixed(ranked.filter(isNews))
  const always = mixed(ranked.filter((record) => !isNews(record) && record.kind !== 'platform' && record !== looksBack))
  const told = [...fresh.slice(0, most.insights), ...always].slice(
    0,
    Math.max(3, Math.min(fresh.length, most.insights)),
  )
  const tools = records.filter((record) => isTool(record) && record.kind === 'platform').slice(0, most.tools)
  const [lead] = told
  return {
    title: lead ? headOf(lead) : tools[0] ? `Featured tool: ${tools[0].title}` : '',
    summary: clipWords(
      [
        told.length > 0
          ? `${fresh.length > 0 ? 'New in this issue' : 'In this issue'}: ${listOf(told.map(nameOf))}.`
          : '',
        tools.length > 0 ? `Featured tools: ${listOf(tools.map(({ title }) => title))}.` : '',
      ]
        .filter(Boolean)
        .join(' '),
      480,
    ),
    preheader: clipWords(told.slice(1, 3).map(headOf).join(' · ') || tools.map(({ title }) => title).join(' · '), 180),
    opening: looksBack
      ? [{ text: `From the journey, ${looksBack.title}. ${looksBack.facts}`, record_ids: [looksBack.id] }]
      : [],
    insights: told.map((record) => ({ title: headOf(record), description: record.facts, record_id: record.id })),
    tools: tools.map(({ id, title, facts }) => ({ name: title, description: facts, record_id: id })),
  }
}

/** One of each kind in turn, so that a week with many plays still tells of its book. */
function mixed(records: readonly MaterialRecord[]): MaterialRecord[] {
  const kinds = [...Map.groupBy(records, ({ kind }) => kind).values()]
  const longest = Math.max(0, ...kinds.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => kinds.flatMap((kind) => kind[turn] ?? [])).flat()
}

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
    case 'platform':
    case 'feed':
      return title
  }
}

/** In a list, works stand in quotation marks; people and platforms are names. */
const nameOf = ({ kind, title }: MaterialRecord) => (kind === 'book' || kind === 'feed' ? `“${title}”` : title)

const listOf = (titles: readonly string[]) => new Intl.ListFormat('en-US').format(titles)
