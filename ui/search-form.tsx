import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { buttonClass } from './button.tsx'

/**
 * Asks a list by its address (`?q=`), so that what was found can be preserved, shared and gone back to; works without
 * script.
 *
 * @param label What is searched, such as `Search orders`.
 * @param value What the address asks for now.
 * @param preserved Other parts of the address that a new search keeps, such as a filter; a search begins again at the first
 *   page.
 * @param clearTo Where the whole list stands; offered while something is asked for.
 * @param children Further fields of the same form, such as a `SelectField`; a select needs its value as its `key` to
 *   follow the address.
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
          className="min-h-11 w-full rounded-plate border border-groove bg-plate px-4 py-2 text-sand placeholder:text-dust/70 hover:border-dust focus-visible:border-live"
        />
      </div>
      {children}
      <button type="submit" className={buttonClass('quiet')}>
        <Search size={16} strokeWidth={1.5} aria-hidden="true" />
        Search
      </button>
      {value && clearTo ? (
        <Link to={clearTo} className={buttonClass('bare', 'px-2')}>
          Clear
        </Link>
      ) : null}
    </Form>
  )
}

/**
 * The fields follow the address when a link or the back button changes what they ask for. They stay the same fields, so
 * that none loses the focus; where only the page, the order or a filter beside the form is another, what is being typed
 * stays.
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
