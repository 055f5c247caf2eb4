import { buttonClass } from '#ui/button.tsx'
import type { EditableEntry } from '#features/owner/content-admin.ts'
import { hasEarlierVersion } from './entry-history.tsx'

/**
 * Preview of the real page with the draft: a frame beside the editor on wide screens, links to a separate page on
 * phones. The links target the frame by name, so switching pages needs no script and does not affect the form.
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
        {entry.isPreviewable ? (
          <p className="text-small text-dust">
            {entry.draft
              ? 'This preview includes the changes in your draft. Visitors see them only after you publish it.'
              : 'This is the published page. Save a draft to preview your changes here.'}
          </p>
        ) : null}
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
                href={address(path) + fragmentOf(path)}
                target="_blank"
                rel="noopener"
                className={buttonClass('quiet')}
              >
                Preview: {label}
              </a>
            ))}
          </div>
          {/* A hidden frame would still load; on a phone only the links are needed. */}
          <iframe
            key={stamp}
            name="entry-preview"
            title={frameTitle(entry.name, first.label)}
            src={address(first.path)}
            loading="lazy"
            // The frame may have loaded before the editor's script.
            ref={scrollToSection}
            onLoad={(event) => scrollToSection(event.currentTarget)}
            className="h-[calc(100vh-18rem)] min-h-96 w-full border border-groove bg-plate max-lg:hidden"
          />
        </>
      ) : (
        <p className="border border-dashed border-groove p-6 text-dust">
          {entry.draft
            ? 'The draft is incomplete, so it cannot be previewed. Select Publish to see what is missing. Incomplete drafts are not published.'
            : `This entry was removed. To preview it, ${hasEarlierVersion(entry) ? 'restore an earlier version' : 'reset it to the files'} or save a draft.`}
        </p>
      )}
    </section>
  )
}

/** Returns the title of the frame. An entry that is a page of its own may have the name of the page. */
export function frameTitle(entry: string, page: string): string {
  const isPage = entry.replace(/^The /, '') === page
  return isPage ? `Preview of ${entry}` : `Preview of ${entry}: ${page}`
}

const fragmentOf = (path: string): string => /#.*$/.exec(path)?.[0] ?? ''

/** Scrolls the frame to its section. A fragment in its URL would also scroll the editor around it. */
function scrollToSection(element: HTMLIFrameElement | null): void {
  // Null when the browser shows its own error page.
  const page = element?.contentDocument
  const frame = page?.defaultView
  if (!frame) return
  const section = fragmentOf(new URL(page.URL).searchParams.get('on') ?? '').slice(1)
  const target = section ? page.getElementById(section) : null
  if (!target) return
  // Leaves the same space for the header as a link to the section would.
  const padding = Number.parseFloat(frame.getComputedStyle(page.documentElement).scrollPaddingTop) || 0
  frame.scrollTo({ top: target.getBoundingClientRect().top + frame.scrollY - padding, behavior: 'instant' })
}
