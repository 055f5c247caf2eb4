import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { nameEntriesOfPassages } from './passage-entries.ts'
import { forgiveSkippedTransitions } from './skipped-transitions.ts'

nameEntriesOfPassages()
forgiveSkippedTransitions()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
