/** Of points of several groups, those that are easiest to tell apart first. */
export const shapes = ['circle', 'triangle-up', 'square', 'diamond', 'cross', 'triangle-down'];
