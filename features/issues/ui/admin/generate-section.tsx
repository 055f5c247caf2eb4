import { Sparkle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { maxPreviewed, type GeneratedContent } from '#features/issues/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { type Draft, draftFrom } from './draft.ts'

/**
 * Generates an issue, shows a preview and copies it to the form.
 *
 * @param issueId The draft in the form; undefined if it was never saved.
 * @param isEmpty Whether the form is empty and may be filled without a confirmation.
 * @param isUnsaved Whether the form differs from the saved issue.
 */
export function GenerateSection({
  issueId,
  isEmpty,
  isUnsaved,
  onUse,
}: {
  issueId: string | undefined
  isEmpty: boolean
  isUnsaved: boolean
  onUse: (draft: Draft) => void
}) {
  const admin = useAdmin()
  const [made, setMade] = useState<GeneratedContent>()
  const [isUsed, setUsed] = useState(false)
  // The copy in the form was saved or discarded, so the preview no longer describes it.
  if (made && isUsed && !isUnsaved) {
    setMade(undefined)
    setUsed(false)
  }
  // The user may have started to write in the meantime.
  const mayReplace = useRef(isEmpty)
  useEffect(() => {
    mayReplace.current = isEmpty
  }, [isEmpty])
  const waiting = useRef<AbortController>(undefined)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => () => waiting.current?.abort(), [])

  function applyContent(content: GeneratedContent) {
    onUse(draftFrom(content))
    setUsed(true)
  }

  async function generate() {
    const stop = (waiting.current = new AbortController())
    setBusy(true)
    try {
      const content = await callAdminApi<GeneratedContent>('generate-content', {
        method: 'POST',
        body: issueId === undefined ? {} : { issue_id: issueId },
        signal: stop.signal,
      })
      setMade(content)
      setUsed(false)
      if (mayReplace.current) applyContent(content)
      admin.notify('Content generated successfully!')
    } catch (error) {
      const refusal = adminErrorMessage(error)
      if (refusal) admin.notify(refusal, 'refused')
    } finally {
      if (!stop.signal.aborted) setBusy(false)
    }
  }

  return (
    <section aria-label="Generated content" className="flex flex-col gap-5 border border-groove p-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="measure flex-1 basis-64 text-small text-dust">
          Generate an issue from this site’s content and your feeds, with a source for every claim.
        </p>
        <Button disabled={isBusy} onClick={() => void generate()}>
          <Sparkle size={18} />
          {isBusy ? 'Generating…' : 'Generate content'}
        </Button>
      </div>
      {made ? (
        <>
          <GeneratedPreview made={made} />
          {isUsed ? (
            <p className="text-small text-dust">The draft is in the form below. Edit it before you save.</p>
          ) : (
            <div className="flex flex-wrap gap-3">
              <Button variant="primary" onClick={() => applyContent(made)}>
                Replace my draft
              </Button>
              <Button onClick={() => setMade(undefined)}>Discard</Button>
            </div>
          )}
        </>
      ) : null}
    </section>
  )
}

function GeneratedPreview({ made }: { made: GeneratedContent }) {
  return (
    <div className="flex flex-col gap-5 border-t border-groove pt-5">
      <div className="flex flex-col gap-2">
        <p className="label text-dust">
          Written by {made.written_by}
          {made.note ? '' : '.'}
        </p>
        {made.note ? <p className="text-small text-dust">{made.note}</p> : null}
        <h2 className="title">{made.title}</h2>
        <p className="measure">{made.summary}</p>
      </div>
      <PreviewList
        label="Key insights"
        items={made.key_insights.map(({ title, ...rest }) => ({ name: title, ...rest }))}
      />
      <PreviewList label="Tools" items={made.freemium_tools} />
    </div>
  )
}

type Previewed = GeneratedContent['freemium_tools'][number]

function PreviewList({ label, items }: { label: string; items: Previewed[] }) {
  if (items.length === 0) return null
  const rest = items.length - maxPreviewed
  return (
    <div className="flex flex-col gap-3">
      <h3 className="label text-dust">{label}</h3>
      <ul className="flex flex-col gap-3">
        {items.slice(0, maxPreviewed).map(({ name, description, source }) => (
          <li key={name} className="flex flex-col gap-1 border-l border-groove pl-4">
            <span className="font-medium">{name}</span>
            <span className="text-small text-dust">{description}</span>
            {source.url ? (
              <span className="text-small [overflow-wrap:anywhere] text-dust">
                Source: {source.title || source.url}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="text-small text-dust">and {rest} more</p> : null}
    </div>
  )
}
