import { Component, type ReactNode } from 'react'

/** A plot that cannot be drawn leaves its table. */
export class PlotBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <p className="flex h-full items-center justify-center border border-dashed border-groove p-6 text-center text-small text-dust">
        The plot could not be drawn. The table has its figures.
      </p>
    )
  }
}
