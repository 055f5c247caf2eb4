import { classNames } from '#ui/class-names.ts'
import { useReader, useReaderStore } from '../reader-context.tsx'

const views = [
  { view: 'scroll', label: 'Scroll View' },
  { view: 'page', label: 'Page View' },
] as const

/** All pages below each other, or one at a time. */
export function ViewTools() {
  const store = useReaderStore()
  const current = useReader((state) => state.view)
  return (
    <div role="group" aria-label="View" className="flex">
      {views.map(({ view, label }) => (
        <button
          key={view}
          type="button"
          aria-pressed={current === view}
          onClick={() => store.setView(view)}
          className={classNames(
            'label min-h-11 cursor-pointer border-b px-3 whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
            current === view ? 'border-live text-sand' : 'border-transparent text-dust hover:text-sand',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
