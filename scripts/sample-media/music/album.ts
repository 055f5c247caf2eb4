import type { Track } from './song.ts'
import { copperSand } from './tracks/copper-sand.ts'
import { glassArcade } from './tracks/glass-arcade.ts'
import { lastTableByTheWindow } from './tracks/last-table-by-the-window.ts'
import { marketDay } from './tracks/market-day.ts'
import { mirrorballMath } from './tracks/mirrorball-math.ts'
import { paperCrowns } from './tracks/paper-crowns.ts'
import { slowVoltage } from './tracks/slow-voltage.ts'
import { tidewater } from './tracks/tidewater.ts'
import { undertowCity } from './tracks/undertow-city.ts'

export const album: Track[] = [
  slowVoltage,
  paperCrowns,
  glassArcade,
  undertowCity,
  lastTableByTheWindow,
  marketDay,
  tidewater,
  copperSand,
  mirrorballMath,
]
