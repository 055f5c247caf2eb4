import { type ReactNode, useState } from 'react'
import { ChevronDown } from 'lucide-react'
import { type IconName, iconNames } from '#shared/icon-names.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { useEarlyInput } from '#ui/use-early-input.ts'
import { FieldFrame, inputClass } from './field-frame.tsx'

/** Select field; for icons with the selected icon beside it. */
export function ChoiceInput({
  path,
  label,
  hint,
  value,
  options,
  optionLabels,
  isIcon = false,
  emptyLabel,
  aside,
}: {
  path: string
  label: string
  hint?: string | undefined
  value: string
  options: readonly string[]
  optionLabels?: Readonly<Record<string, string>> | undefined
  isIcon?: boolean
  /** Label of the empty option; without it, an option must be selected. */
  emptyLabel?: string | undefined
  aside?: ReactNode
}) {
  const [selected, setSelected] = useState(value)
  const select = useEarlyInput<HTMLSelectElement>((element) => setSelected(element.value))
  const known = options.includes(value)
  const isEmptyOption = value === '' && emptyLabel !== undefined
  return (
    <FieldFrame path={path} label={label} hint={hint} aside={aside}>
      {(ties) => (
        <div className="flex gap-3">
          {isIcon ? (
            <span className="grid size-11 shrink-0 place-items-center rounded-plate border border-groove">
              {isIconName(selected) ? <Icon name={selected} size={22} /> : null}
            </span>
          ) : null}
          <span className="relative min-w-0 flex-1">
            <select
              {...ties}
              ref={select}
              name={path}
              defaultValue={value}
              onChange={(event) => setSelected(event.currentTarget.value)}
              className={classNames(inputClass, 'cursor-pointer appearance-none pr-10')}
            >
              {known || isEmptyOption ? null : <option value={value}>{value || 'Select…'}</option>}
              {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
              {options.map((option) => (
                <option key={option} value={option}>
                  {optionLabels?.[option] ?? option}
                </option>
              ))}
            </select>
            <ChevronDown
              size={16}
              strokeWidth={1.5}
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-dust"
            />
          </span>
        </div>
      )}
    </FieldFrame>
  )
}

function isIconName(name: string): name is IconName {
  return iconNames.some((one) => one === name)
}
