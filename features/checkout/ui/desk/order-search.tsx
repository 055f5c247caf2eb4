import { SearchForm } from '#ui/search-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { OrderFilter } from '#features/checkout/contract.ts'
import { providerWords, stateWords } from '#features/checkout/order-filter.ts'

/** What the list of orders is asked for; an address of its own for every question. */
export function OrderSearch({ filter }: { filter: OrderFilter }) {
  const { words = '', state = '', provider = '', isWaiting } = filter
  return (
    <SearchForm label="Search orders" value={words} placeholder="Order, email, book or payment id" clearTo="/admin/orders">
      <SelectField
        key={`state ${state}`}
        label="State"
        name="state"
        defaultValue={state}
        options={[['', 'Any'], ...Object.entries(stateWords)]}
        className="flex-1 basis-36 sm:max-w-52"
      />
      <SelectField
        key={`provider ${provider}`}
        label="Paid by"
        name="provider"
        defaultValue={provider}
        options={[['', 'Anything'], ...Object.entries(providerWords)]}
        className="flex-1 basis-36 sm:max-w-44"
      />
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pr-2">
        <input type="checkbox" name="waiting" value="1" defaultChecked={isWaiting} className="size-5 accent-live" />
        <span className="text-small">Waits for you</span>
      </label>
    </SearchForm>
  )
}
