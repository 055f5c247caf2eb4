import { type Gesture, gestureMs } from '#features/venue/hall/hall-rules.ts'

/** Pose of a figure, in meters and radians. Arms hang at 0 and point up at π. */
export type Pose = { lift: number; lean: number; roll: number; leftArm: number; rightArm: number }

/** Pose of a figure at rest. */
export const restingPose: Pose = { lift: 0, lean: 0, roll: 0, leftArm: 0.15, rightArm: 0.15 }

/** Fastest movement of a gesture, in swings per second; any animation must stay below three flashes per second. */
export const maxSwingsPerSecond = 2

const swing = (ms: number, perSecond: number) => Math.sin((ms / 1000) * perSecond * 2 * Math.PI)

/**
 * Returns the pose of a gesture.
 *
 * @param ms Time since the gesture began; after {@link gestureMs} the figure rests again, except for sitting.
 */
export function poseOf(gesture: Gesture | undefined, ms: number): Pose {
  if (!gesture || (gesture !== 'sit' && (ms < 0 || ms > gestureMs))) return restingPose
  const wide = Math.min(1, ms / 300, gesture === 'sit' ? 1 : (gestureMs - ms) / 300)
  const eased = (pose: Partial<Pose>): Pose => {
    const full = { ...restingPose, ...pose }
    const mix = (from: number, to: number) => from + (to - from) * wide
    return {
      lift: mix(restingPose.lift, full.lift),
      lean: mix(restingPose.lean, full.lean),
      roll: mix(restingPose.roll, full.roll),
      leftArm: mix(restingPose.leftArm, full.leftArm),
      rightArm: mix(restingPose.rightArm, full.rightArm),
    }
  }
  switch (gesture) {
    case 'wave':
      return eased({ rightArm: 2.6 + 0.4 * swing(ms, 1.5) })
    case 'clap':
      return eased({ leftArm: 1.5 + 0.3 * swing(ms, 2), rightArm: 1.5 + 0.3 * swing(ms, 2), lean: 0.05 })
    case 'sway':
      return eased({ roll: 0.22 * swing(ms, 0.5), leftArm: 0.5, rightArm: 0.5 })
    case 'dance':
      return eased({
        roll: 0.18 * swing(ms, 1),
        lift: 0.08 * Math.abs(swing(ms, 1)),
        leftArm: 1.6 + 0.9 * swing(ms, 1),
        rightArm: 1.6 - 0.9 * swing(ms, 1),
      })
    case 'jump':
      return eased({ lift: 0.55 * Math.abs(swing(ms, 0.5)), leftArm: 0.6, rightArm: 0.6 })
    case 'bow':
      return eased({ lean: 0.8 })
    case 'cheer':
      return eased({ leftArm: 2.9 + 0.15 * swing(ms, 1.5), rightArm: 2.9 - 0.15 * swing(ms, 1.5), lift: 0.05 })
    case 'sit':
      return eased({ lift: -0.4, leftArm: 0.6, rightArm: 0.6 })
  }
}
