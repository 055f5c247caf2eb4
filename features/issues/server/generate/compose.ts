import type { Source, GeneratedContent } from '#features/issues/contract.ts'
import { escapeHtml } from '../issue-words.ts'
import type { Draft } from './draft.ts'
import type { MaterialRecord } from './material.ts'

const mostSources = 12

/** Makes a letter of a draft that holds: every link and every source comes from the records alone. */
export function compose(draft: Draft, records: readonly MaterialRecord[], by: { written_by: string; note: string }): GeneratedContent {
  const byId = new Map(records.map((record) => [record.id, record]))
  const sourceOf = (id: string): Source => {
    const { sourceTitle, url } = byId.get(id)!
    return { title: sourceTitle, url }
  }
  const cited = [
    ...draft.opening.flatMap(({ record_ids }) => record_ids),
    ...[...draft.insights, ...draft.tools].map(({ record_id }) => record_id),
  ]
  return {
    title: draft.title,
    summary: draft.summary,
    preheader: draft.preheader,
    html_content: draft.opening.map(({ text, record_ids }) => paragraphOf(text, record_ids.map(sourceOf))).join('\n'),
    key_insights: draft.insights.map(({ title, description, record_id }) => ({ title, description, source: sourceOf(record_id) })),
    freemium_tools: draft.tools.map(({ name, description, record_id }) => ({ name, description, source: sourceOf(record_id) })),
    featured_sources: onceEach(cited.map(sourceOf)).slice(0, mostSources),
    ...by,
  }
}

function paragraphOf(text: string, sources: readonly Source[]): string {
  const links = onceEach(sources).map(({ title, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>`)
  return `<p>${escapeHtml(text)} (${links.join(', ')})</p>`
}

const onceEach = (sources: readonly Source[]) => [...new Map(sources.map((source) => [source.url, source])).values()]
