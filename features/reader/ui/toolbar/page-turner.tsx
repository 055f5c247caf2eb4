import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useReader, useReaderStore } from '../state/reader-context.tsx'
import { ToolButton } from '#ui/tool-button.tsx'

/**
 * A number that may continue, such as 10 on the way to 104, is prefetched after this pause; people type a digit every
 * 100 to 200 ms. An aborted image request costs its connection and delays the next one.
 */
const typedRestMs = 250

/** Previous and next buttons, and an editable page number. */
export function PageTurner() {
  const t = useTranslations('reader.tools')
  const store = useReaderStore()
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.manifest?.totalPages ?? 1)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const prepareTyped = (to: number) => {
    clearTimeout(resting.current)
    if (to * 10 > total) store.prefetchPage(to)
    else resting.current = setTimeout(() => store.prefetchPage(to), typedRestMs)
  }
  const go = (to: number) => {
    clearTimeout(resting.current)
    store.scrollTo(to)
  }
  return (
    <div role="group" aria-label={t('groups.pages')} className="flex items-center">
      <ToolButton Icon={ChevronLeft} label={t('previous')} disabled={page <= 1} onClick={() => store.turn(-1)} />
      <PageField page={page} total={total} onGo={go} onType={prepareTyped} />
      <ToolButton Icon={ChevronRight} label={t('next')} disabled={page >= total} onClick={() => store.turn(1)} />
    </div>
  )
}

function PageField(props: {
  page: number
  total: number
  onGo: (page: number) => void
  /** Called with the number while it is typed, such as 1 on the way to 12. */
  onType: (page: number) => void
}) {
  const t = useTranslations('reader.tools')
  const { page, total, onGo, onType } = props
  const field = useRef<HTMLInputElement>(null)
  // While it is focused the field keeps what is typed; otherwise it follows the pages.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = String(page)
  }, [page])
  const settled = useRef('')
  const go = () => {
    const entered = Number(field.current?.value)
    const to = Number.isFinite(entered) && entered > 0 ? Math.min(Math.max(Math.round(entered), 1), total) : page
    settled.current = String(to)
    if (field.current) field.current.value = settled.current
    if (to !== page) onGo(to)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go()
    // Only on Enter: selecting takes the focus, which must not happen on blur.
    field.current?.select()
  }
  // The page may have changed since Enter was pressed: only input typed after it counts.
  const leave = (event: FormEvent<HTMLInputElement>) => {
    if (event.currentTarget.value !== settled.current) return go()
    event.currentTarget.value = String(page)
  }
  return (
    <form onSubmit={submit} noValidate className="figures flex items-center gap-1.5 text-[0.75rem] whitespace-nowrap">
      <label className="contents">
        <span className="sr-only">{t('goTo')}</span>
        <input
          ref={field}
          defaultValue={page}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={6}
          onFocus={(event) => {
            settled.current = event.currentTarget.value
            event.currentTarget.select()
          }}
          onInput={(event) => onType(Number(event.currentTarget.value))}
          onBlur={leave}
          className="h-11 w-12 border-x border-groove bg-plate text-center text-sand"
        />
      </label>
    </form>
  )
}
