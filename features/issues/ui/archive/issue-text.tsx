import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import { useIssueLabels } from './use-issue-labels.ts'

/**
 * Text of an issue.
 *
 * @param html Cleaned by the server: plain elements and links only.
 */
export function IssueText({ html }: { html: string }) {
  const { lang } = useIssueLabels()
  const text = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  // Links to this site use client-side navigation, so that the radio keeps playing.
  useEffect(() => {
    const element = text.current
    const follow = (event: MouseEvent) => {
      const path = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined
      if (
        !path?.startsWith('/') ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      void navigate(path, { viewTransition: true })
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [navigate, html])
  if (!html) return null
  return (
    <div className="border-t border-groove">
      <div className="wrap py-12 md:py-20 lg:grid lg:grid-cols-12 lg:gap-x-8">
        <div
          ref={text}
          lang={lang}
          // oxlint-disable-next-line react/no-danger -- cleaned by the server's allow-list
          dangerouslySetInnerHTML={{ __html: html }}
          className={classNames('lg:col-span-8 lg:col-start-3', ...running)}
        />
      </div>
    </div>
  )
}

const running = [
  'measure flex flex-col gap-5 [overflow-wrap:anywhere] [&>p:first-child]:text-lead',
  '[&_h2]:title [&_h2]:mt-6 [&_h3]:mt-4 [&_h3]:font-display [&_h3]:text-lead [&_h3]:font-bold',
  '[&_ol]:list-decimal [&_ul]:list-disc [&_li]:pl-1 [&_:is(ol,ul)]:flex [&_:is(ol,ul)]:flex-col [&_:is(ol,ul)]:gap-2 [&_:is(ol,ul)]:pl-6 [&_li::marker]:text-dust',
  '[&_blockquote]:border-l-2 [&_blockquote]:border-groove [&_blockquote]:pl-5 [&_blockquote]:text-sand/85',
  '[&_hr]:my-4 [&_hr]:border-groove [&_a]:underline [&_a]:underline-offset-4 [&_a:hover]:text-live',
]
