import { RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { contrastOf } from '#shared/colours.ts'
import { Button } from '#ui/button.tsx'

/** Parts of an art direction as typed in a form; any of them may be empty or invalid. */
export type TypedDirection = Record<DirectionPart, string>

type DirectionPart = (typeof directionParts)[number]

/** Parts of an art direction, which name the fields of a form. */
export const directionParts = ['material', 'ground', 'ink', 'density', 'frame'] as const

/** Time after the last input before a picture is drawn, in milliseconds. */
const settleMs = 300

/** Contrast that text needs. */
const minContrast = 4.5

const color = /^#[0-9a-f]{6}$/i

/**
 * Live preview of the art direction whose fields are in the same `fieldset`: the picture in two sizes, and the contrast
 * of its colors. Its button empties the fields, which chooses the direction from the slug.
 *
 * @param of Kind of the entry, which decides about the default.
 * @param prefix Prefix of the names of the fields, such as `artwork.`.
 */
export function ArtDirectionPreview({
  slug,
  of,
  prefix,
  initial,
}: {
  slug: string
  of: 'artist' | 'book'
  prefix: string
  initial: TypedDirection
}) {
  const root = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(initial)
  useEffect(() => {
    const box = root.current?.closest('fieldset')
    if (!box) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => setTyped((before) => changed(before, readDirection(box, prefix)))
    const onInput = () => {
      clearTimeout(timer)
      timer = setTimeout(read, settleMs)
    }
    // Something may have been entered before the script was loaded.
    read()
    box.addEventListener('input', onInput)
    return () => {
      clearTimeout(timer)
      box.removeEventListener('input', onInput)
    }
  }, [prefix])

  const address = previewAddress({ slug, of }, typed)
  const { text, isProblem } = describeDirection(typed)
  return (
    <div ref={root} className="flex flex-wrap items-end gap-5 noscript:hidden">
      {address ? (
        <>
          <img key={address} src={address} alt="Preview of the artwork" width={160} height={160} className={frame} />
          <img src={address} alt="" width={96} height={96} className={frame} />
        </>
      ) : (
        <div className="size-40 border border-dashed border-groove" />
      )}
      <div className="flex min-w-0 flex-1 basis-56 flex-col items-start gap-4">
        {color.test(typed.ground) && color.test(typed.ink) ? (
          <p className="title px-3 py-2" style={{ backgroundColor: typed.ground, color: typed.ink }}>
            Text on its background
          </p>
        ) : null}
        <p role="status" className={isProblem ? 'text-loss' : 'text-dust'}>
          {text}
        </p>
        {isEmpty(typed) ? null : (
          <Button onClick={() => emptyFields(root.current?.closest('fieldset'), prefix)}>
            <RotateCcw size={16} strokeWidth={1.5} aria-hidden="true" />
            Use the default
          </Button>
        )}
      </div>
    </div>
  )
}

const frame = 'border border-groove bg-plate'

type NamedField = HTMLInputElement | HTMLSelectElement

const findField = (box: Element, name: string) => box.querySelector<NamedField>(`[name="${CSS.escape(name)}"]`)

function readDirection(box: Element, prefix: string): TypedDirection {
  const value = (part: DirectionPart) => findField(box, prefix + part)?.value.trim() ?? ''
  return Object.fromEntries(directionParts.map((part) => [part, value(part)])) as TypedDirection
}

function emptyFields(box: Element | null | undefined, prefix: string): void {
  if (!box) return
  const fields = directionParts.flatMap((part) => findField(box, prefix + part) ?? [])
  for (const field of fields) field.value = ''
  for (const field of fields) field.dispatchEvent(new Event('input', { bubbles: true }))
  // The button is about to disappear.
  fields[0]?.focus()
}

const changed = (before: TypedDirection, after: TypedDirection) =>
  directionParts.some((part) => before[part] !== after[part]) ? after : before

const isEmpty = (typed: TypedDirection) => directionParts.every((part) => typed[part] === '')

/** Returns the address of the preview of a direction; undefined while it is incomplete or invalid. */
export function previewAddress(
  { slug, of }: { slug: string; of: 'artist' | 'book' },
  typed: TypedDirection,
): string | undefined {
  const path = '/api/owner/artwork-preview?'
  if (isEmpty(typed)) return path + new URLSearchParams({ slug, of }).toString()
  const { ground, ink } = typed
  const isWhole = directionParts.every((part) => typed[part] !== '') && color.test(ground) && color.test(ink)
  if (!isWhole || contrastOf(ground, ink) < minContrast) return undefined
  const parts = { ...typed, ground: ground.toLowerCase(), ink: ink.toLowerCase() }
  return path + new URLSearchParams({ slug, ...parts }).toString()
}

/** Says in one sentence whether a typed direction can be saved. */
export function describeDirection(typed: TypedDirection): { text: string; isProblem: boolean } {
  if (isEmpty(typed)) return { text: 'Default: chosen automatically.', isProblem: false }
  const { ground, ink } = typed
  if (!color.test(ground) || !color.test(ink))
    return { text: 'Enter both colors as # and six hexadecimal digits.', isProblem: true }
  const contrast = contrastOf(ground, ink)
  // Rounded down, so that a contrast below the limit never reads as the limit.
  const ratio = `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`
  if (contrast < minContrast)
    return { text: `The contrast is ${ratio}. Text needs at least ${minContrast}:1.`, isProblem: true }
  const missing = directionParts.filter((part) => typed[part] === '')
  if (missing.length > 0) return { text: `Select: ${missing.join(', ')}.`, isProblem: true }
  return { text: `The contrast is ${ratio}. Text is readable.`, isProblem: false }
}
