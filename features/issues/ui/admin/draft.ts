import { cutText } from '#shared/cut-text.ts'
import {
  type Insight,
  type Source,
  summaryLength,
  type Tool,
  type GeneratedContent,
  type IssueDetail,
  type IssueInput,
} from '#features/issues/contract.ts'

/** An issue that is being edited. Each item has its own key, so that a list keeps its fields when an item is moved. */
export type Draft = {
  title: string
  html: string
  /** Plain text of the HTML. */
  text: string
  /** Empty: derived from the text. */
  summary: string
  preheader: string
  insights: Keyed<Insight>[]
  tools: Keyed<Tool>[]
  sources: Keyed<Source>[]
  writtenBy: string
}

/** An item of a list that is edited. */
export type Keyed<Item> = Item & { key: number }

export const emptyDraft: Draft = {
  title: '',
  html: '',
  text: '',
  summary: '',
  preheader: '',
  insights: [],
  tools: [],
  sources: [],
  writtenBy: '',
}

let lastKey = 0
const keyed = <Item>(item: Item): Keyed<Item> => ({ ...item, key: (lastKey += 1) })
const bare = <Item extends { key: number }>({ key: _key, ...item }: Item) => item

export const newInsight = (): Keyed<Insight> => keyed({ title: '', description: '', source: { title: '', url: '' } })
export const newTool = (): Keyed<Tool> => keyed({ name: '', description: '', source: { title: '', url: '' } })
export const newSource = (): Keyed<Source> => keyed({ title: '', url: '' })

/** Returns the default summary. */
export function summaryOf(text: string): string {
  return cutText(text.trim(), summaryLength)
}

export function draftOf({ title, content }: IssueDetail): Draft {
  return {
    title,
    html: content.html_content,
    text: content.content,
    summary: content.summary === summaryOf(content.content) ? '' : content.summary,
    preheader: content.preheader,
    insights: content.key_insights.map(keyed),
    tools: content.freemium_tools.map(keyed),
    sources: content.featured_sources.map(keyed),
    writtenBy: content.written_by,
  }
}

export function draftFrom(made: GeneratedContent): Draft {
  return {
    title: made.title,
    html: made.html_content,
    text: '',
    summary: made.summary,
    preheader: made.preheader,
    insights: made.key_insights.map(keyed),
    tools: made.freemium_tools.map(keyed),
    sources: made.featured_sources.map(keyed),
    writtenBy: made.written_by,
  }
}

/** Converts a draft to the input of the API; an empty draft is only its title. */
export function inputOf(draft: Draft, version?: number): IssueInput {
  const insights = draft.insights.map(bare)
  const content = {
    ...(draft.text ? { content: draft.text } : {}),
    html_content: draft.html,
    summary: draft.summary.trim() || summaryOf(draft.text),
    preheader: draft.preheader,
    key_insights: insights,
    ai_insights: insights,
    freemium_tools: draft.tools.map(bare),
    featured_sources: draft.sources.map(bare),
    written_by: draft.writtenBy,
  }
  return {
    title: draft.title,
    ...(isEmpty(draft) && version === undefined ? {} : { content }),
    ...(version === undefined ? {} : { version }),
  }
}

/** Returns whether a draft is empty besides its title. */
export function isEmpty({ html, summary, preheader, insights, tools, sources }: Draft): boolean {
  return (
    html === '' &&
    summary.trim() === '' &&
    preheader.trim() === '' &&
    insights.length + tools.length + sources.length === 0
  )
}

/** Returns whether two drafts have the same content, ignoring keys. */
export function isSame(one: Draft, other: Draft): boolean {
  return one === other || JSON.stringify(inputOf(one, 0)) === JSON.stringify(inputOf(other, 0))
}
