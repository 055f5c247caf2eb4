import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from './button.tsx'

/**
 * Search form of a list that uses the address (`?q=`), so that results can be bookmarked and shared; works without
 * JavaScript.
 *
 * @param label Label, such as `Search orders`.
 * @param value Current query.
 * @param preserved Other search parameters to preserve, such as a filter; a new search starts at the first page.
 * @param clearTo Address of the unfiltered list, linked while there is a query.
 * @param children Further fields, such as a `SelectField`; a select needs its value as its `key` to follow the address.
 */
export function SearchForm({
  label,
  name = 'q',
  value,
  placeholder,
  preserved = {},
  clearTo,
  children,
}: {
  label: string
  name?: string
  value: string
  placeholder?: string
  preserved?: Record<string, string>
  clearTo?: string
  children?: ReactNode
}) {
  const t = useTranslations('site.controls')
  const id = useId()
  const form = useFieldsOfAddress()
  return (
    <Form
      ref={form}
      method="get"
      role="search"
      aria-label={label}
      className="flex print:hidden flex-wrap items-end gap-3"
    >
      {Object.entries(preserved).map(([key, one]) =>
        one ? <input key={key} type="hidden" name={key} value={one} /> : null,
      )}
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
        <label htmlFor={id} className="label text-dust">
          {label}
        </label>
        <input
          id={id}
          type="search"
          name={name}
          defaultValue={value}
          placeholder={placeholder}
          maxLength={200}
          autoComplete="off"
          className="min-h-12 w-full rounded-plate border border-groove bg-plate px-4 py-2 text-sand placeholder:text-dust/70 hover:border-dust focus-visible:border-live"
        />
      </div>
      {children}
      <button type="submit" className={buttonClass('quiet', 'min-h-12')}>
        <Search size={16} />
        {t('search')}
      </button>
      {value && clearTo ? (
        <Link to={clearTo} className={buttonClass('bare', 'px-2')}>
          {t('clear')}
        </Link>
      ) : null}
    </Form>
  )
}

/**
 * Resets the fields when a link or the back button changes their parameters. The elements stay mounted, so that focus
 * is not lost; if only other parameters change, unsaved input stays.
 */
function useFieldsOfAddress() {
  const form = useRef<HTMLFormElement>(null)
  const { search } = useLocation()
  const shown = useRef(search)
  useEffect(() => {
    const [before, now] = [new URLSearchParams(shown.current), new URLSearchParams(search)]
    shown.current = search
    const fields = [
      ...(form.current?.querySelectorAll<HTMLInputElement>(':is(input, select):not([type=hidden])') ?? []),
    ]
    if (fields.some(({ name }) => before.get(name) !== now.get(name))) form.current?.reset()
  }, [search])
  return form
}
