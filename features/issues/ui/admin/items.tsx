import { ArrowDown, ArrowUp, ChevronRight, Plus, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { Keyed } from './draft.ts'

type ItemsProps<Item> = {
  label: string
  /** Singular noun for an item, in lower case. */
  noun: string
  items: Keyed<Item>[]
  make: () => Keyed<Item>
  onChange: (items: Keyed<Item>[]) => void
  /** Label of a collapsed item; empty for a new one, which is then expanded. */
  nameOf: (item: Item) => string
  /** Label of a missing value; empty when nothing is missing. */
  lackOf: (item: Item) => string
  children: (item: Keyed<Item>, change: (part: Partial<Item>) => void) => ReactNode
}

/** List of collapsible field groups that can be added, moved and removed; the focus follows. */
export function Items<Item extends object>({
  label,
  noun,
  items,
  make,
  onChange,
  nameOf,
  lackOf,
  children,
}: ItemsProps<Item>) {
  const list = useRef<HTMLFieldSetElement>(null)
  // After a change, focuses the item's first field if it is expanded, otherwise its summary, or the add button.
  const focus = (index: number) =>
    setTimeout(() => {
      const item = list.current?.querySelectorAll<HTMLElement>('[data-item]')[index]
      const to =
        item?.querySelector<HTMLElement>('details[open] input') ??
        item?.querySelector('summary') ??
        list.current?.querySelector('button')
      to?.focus()
    })
  const swap = (index: number, other: number) =>
    onChange(items.map((item, at) => (at === index ? items[other]! : at === other ? items[index]! : item)))
  return (
    <fieldset ref={list} className="flex min-w-0 flex-col gap-3 border-t border-groove pt-6">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-hidden="true" className="label text-dust">
          {label} <span className="text-sand">{items.length > 0 ? items.length : ''}</span>
        </p>
        <Button
          onClick={() => {
            onChange([...items, make()])
            focus(items.length)
          }}
        >
          <Plus size={16} />
          Add {noun}
        </Button>
      </div>
      {items.map((item, index) => (
        <div
          key={item.key}
          data-item
          role="group"
          aria-label={`${noun} ${index + 1}`}
          className="relative border border-groove"
        >
          <Folded name={nameOf(item)} number={index + 1} noun={noun} lack={lackOf(item)}>
            {children(item, (part) => onChange(items.map((one, at) => (at === index ? { ...one, ...part } : one))))}
          </Folded>
          <div className="absolute top-0 right-0 flex">
            <IconButton
              label={`Move ${noun} ${index + 1} up`}
              isOff={index === 0}
              onPress={() => swap(index, index - 1)}
            >
              <ArrowUp size={16} />
            </IconButton>
            <IconButton
              label={`Move ${noun} ${index + 1} down`}
              isOff={index === items.length - 1}
              onPress={() => swap(index, index + 1)}
            >
              <ArrowDown size={16} />
            </IconButton>
            <IconButton
              label={`Remove ${noun} ${index + 1}`}
              onPress={() => {
                onChange(items.filter((_item, at) => at !== index))
                focus(Math.max(0, index - 1))
              }}
            >
              <X size={16} />
            </IconButton>
          </div>
        </div>
      ))}
    </fieldset>
  )
}

function Folded(props: { name: string; number: number; noun: string; lack: string; children: ReactNode }) {
  const { name, number, noun, lack, children } = props
  const [isNew] = useState(name === '')
  return (
    <details open={isNew} className="group/item">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 py-2 pr-36 pl-3 -outline-offset-2 hover:text-sand focus-visible:outline-offset-[-3px] [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} className="shrink-0 text-dust transition-transform group-open/item:rotate-90" />
        <span className="figures text-small text-dust">{number}</span>
        <span className="min-w-0 flex-1 truncate">{name || <span className="text-dust">New {noun}</span>}</span>
        {lack ? <span className="label shrink-0 text-loss max-sm:sr-only">{lack}</span> : null}
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-2 pb-4">{children}</div>
    </details>
  )
}

function IconButton({
  label,
  isOff = false,
  onPress,
  children,
}: {
  label: string
  isOff?: boolean
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onPress()}
      className="grid size-11 cursor-pointer place-items-center text-dust -outline-offset-2 hover:text-sand focus-visible:outline-offset-[-3px] aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    >
      {children}
    </button>
  )
}
