import type { Action } from '@reduxjs/toolkit';

/** Whether the person has opened something: what only an open page needs ends then. Every page tells by `…Opened`. */
export const isPageOpened = ({ type }: Action): boolean => type.endsWith('Opened');
