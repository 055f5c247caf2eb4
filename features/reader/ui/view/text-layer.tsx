import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import type { TextLine } from '#features/reader/contract.ts'
import { useReader, useReaderStore } from '../state/reader-context.tsx'
import { sizeOf } from './page-size.ts'

/**
 * Invisible text over a page's image, for selecting, copying, finding and screen readers. The layer has the size of
 * the printed page in points and is scaled as a whole, so zooming measures nothing; every line is stretched to its
 * printed length in its direction.
 */
export function TextLayer({ page, lines, scale }: { page: number; lines: readonly TextLine[]; scale: number }) {
  const store = useReaderStore()
  const manifest = useReader((state) => state.manifest!)
  const layer = useRef<HTMLDivElement>(null)
  const size = sizeOf(manifest.pageSizes, page)

  useLayoutEffect(() => {
    const element = layer.current
    if (!element) return
    const spans = [...element.children].map((line) => line.firstElementChild as HTMLElement)
    // All lines are measured before any is stretched, so the browser lays the page out once.
    const stretches = spans.map((span, index) => {
      const line = lines[index]!
      return isUpright(line)
        ? `scaleY(${((line.height * size.height) / (span.offsetHeight || 1)).toFixed(4)})`
        : `scaleX(${((line.width * size.width) / (span.offsetWidth || 1)).toFixed(4)})`
    })
    spans.forEach((span, index) => (span.style.transform = stretches[index]!))
  }, [lines, size.width, size.height])

  function onClick(event: MouseEvent<HTMLDivElement>) {
    const line = event.target instanceof Element ? event.target.closest('[data-line]') : null
    if (!line || event.target instanceof HTMLAnchorElement || !getSelection()?.isCollapsed) return
    store.report.lineClick({ page, line: Number(line.getAttribute('data-line')), event: event.nativeEvent })
  }

  return (
    // A shortcut for the pointer; the same actions have buttons elsewhere.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={layer}
      lang="en"
      onClick={onClick}
      className="reader-text absolute top-0 left-0 origin-top-left"
      style={{ width: size.width, height: size.height, transform: `scale(${scale})` }}
    >
      {lines.map((line, index) => (
        <div
          key={index}
          data-line={index}
          data-direction={line.direction}
          dir={line.direction === 'rtl' ? 'rtl' : undefined}
          style={{
            left: `${line.x * 100}%`,
            top: `${line.y * 100}%`,
            width: `${line.width * 100}%`,
            height: `${line.height * 100}%`,
            fontSize: thicknessOf(line, size) * 0.82,
            lineHeight: `${thicknessOf(line, size)}px`,
          }}
        >
          <span>{line.link === undefined ? line.text : <LinkedText line={line} />}</span>
          {/* Lines are positioned absolutely; this adds line breaks when copying. */}
          {lines[index + 1]?.isGlued ? null : <br />}
        </div>
      ))}
    </div>
  )
}

const isUpright = ({ direction }: TextLine) => direction === 'down' || direction === 'up'

/** Returns the thickness of a line, in points. */
function thicknessOf(line: TextLine, { width, height }: { width: number; height: number }): number {
  return isUpright(line) ? line.width * width : line.height * height
}

function LinkedText({ line }: { line: TextLine }) {
  const store = useReaderStore()
  const { link } = line
  if (typeof link === 'number') {
    return (
      <a
        href={`?page=${link}`}
        draggable={false}
        onMouseDown={letSelectionBegin}
        onClick={(event) => {
          if (endsSelection(event)) return
          event.preventDefault()
          store.scrollTo(link)
        }}
      >
        {line.text}
      </a>
    )
  }
  return (
    <a
      href={link}
      draggable={false}
      onMouseDown={letSelectionBegin}
      onClick={endsSelection}
      target="_blank"
      rel="noopener noreferrer"
    >
      {line.text}
    </a>
  )
}

/**
 * Lets a drag that begins on a link select text: Chromium starts no selection on a link. The link is restored before
 * a click.
 */
function letSelectionBegin(event: MouseEvent<HTMLAnchorElement>): void {
  const { currentTarget: anchor, button, ctrlKey, metaKey, shiftKey } = event
  pressedAt = { x: event.clientX, y: event.clientY }
  const href = anchor.getAttribute('href')
  if (button !== 0 || ctrlKey || metaKey || shiftKey || href === null) return
  anchor.removeAttribute('href')
  const end = new AbortController()
  const restore = () => {
    anchor.setAttribute('href', href)
    end.abort()
  }
  for (const type of ['mouseup', 'pointercancel', 'blur'])
    addEventListener(type, restore, { capture: true, signal: end.signal })
}

/** Last pointer position on a link, in CSS pixels of the window. */
let pressedAt = { x: 0, y: 0 }

/** Maximum pointer movement of a click, in CSS pixels; more is a drag. */
const clickTolerancePx = 4

/** Returns whether releasing the pointer ends a selection that includes the link, and prevents navigation then. */
function endsSelection(event: MouseEvent): boolean {
  const isDragged = Math.hypot(event.clientX - pressedAt.x, event.clientY - pressedAt.y) > clickTolerancePx
  const isSelecting = event.detail > 0 && isDragged && getSelection()?.isCollapsed === false
  if (isSelecting) event.preventDefault()
  return isSelecting
}
