import { buttonClass } from '#ui/button.tsx'
import type { EditableEntry } from '#features/owner/content-admin.ts'

/**
 * The real page with the draft in it: framed beside the editor where there is room, a page of its own on a phone. The
 * links load the frame by its name, so choosing another page needs no script and moves nothing that was typed.
 */
export function PreviewPanel({ entry }: { entry: EditableEntry }) {
  const [first] = entry.pages
  if (!first) return null
  const stamp = entry.draft?.savedAt ?? String(entry.revision ?? 0)
  const address = (path: string) =>
    `/api/owner/content/preview/${entry.kind}/${entry.key}?on=${encodeURIComponent(path)}&v=${encodeURIComponent(stamp)}`
  return (
    <section
      aria-labelledby="preview"
      data-print="hide"
      className="flex min-w-0 flex-col gap-4 max-lg:order-first lg:sticky lg:top-20"
    >
      <div className="flex flex-col gap-1">
        <h2 id="preview" className="title">
          Preview
        </h2>
        <p className="text-small text-dust">
          {entry.draft
            ? 'The page with your draft. Visitors see the draft only after you publish it.'
            : 'The published page. Save a draft to preview it here.'}
        </p>
      </div>
      {entry.isPreviewable ? (
        <>
          <div className="flex flex-wrap gap-2 max-lg:hidden">
            {entry.pages.map(({ path, label }) => (
              <a key={path} href={address(path)} target="entry-preview" className={buttonClass('quiet')}>
                {label}
              </a>
            ))}
          </div>
          <div className="flex flex-wrap gap-2 lg:hidden">
            {entry.pages.map(({ path, label }) => (
              <a
                key={path}
                href={address(path) + passageOf(path)}
                target="_blank"
                rel="noopener"
                className={buttonClass('quiet')}
              >
                Preview: {label}
              </a>
            ))}
          </div>
          {/* Hidden frames still load; on a phone only the links do. */}
          <iframe
            key={stamp}
            name="entry-preview"
            title={`Preview: ${first.label} of ${entry.name}`}
            src={address(first.path)}
            loading="lazy"
            // It may have come before the editor's script did.
            ref={showPassage}
            onLoad={(event) => showPassage(event.currentTarget)}
            className="h-[calc(100vh-18rem)] min-h-96 w-full border border-groove bg-plate max-lg:hidden"
          />
        </>
      ) : (
        <p className="border border-dashed border-groove p-6 text-dust">
          The draft is incomplete, so it cannot be previewed. Select Publish to see what is missing. Incomplete drafts
          are not published.
        </p>
      )}
    </section>
  )
}

const passageOf = (path: string): string => /#.*$/.exec(path)?.[0] ?? ''

/** Scrolls the frame alone: a fragment in its address would scroll the editor around it, too. */
function showPassage(element: HTMLIFrameElement | null): void {
  // Nothing when the browser stands there with a message of its own.
  const page = element?.contentDocument
  const frame = page?.defaultView
  if (!frame) return
  const passage = passageOf(new URL(page.URL).searchParams.get('on') ?? '').slice(1)
  const place = passage ? page.getElementById(passage) : null
  if (!place) return
  // As following a link to it would, below the bar at the top.
  const padding = Number.parseFloat(frame.getComputedStyle(page.documentElement).scrollPaddingTop) || 0
  frame.scrollTo({ top: place.getBoundingClientRect().top + frame.scrollY - padding, behavior: 'instant' })
}
