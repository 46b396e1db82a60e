import { useState } from 'react';
import { Recorder } from '../../../../shared/forms/src/recorder/Recorder';
import { noop, type Played, press, waitForButton } from '../samples';

export default { component: Recorder };

/** A recorder. `open` replaces the microphone of the device. */
function WithMicrophone({ open, isFailing = false }: { open: () => Promise<MediaStream>; isFailing?: boolean }) {
  useState(() => Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { configurable: true, value: open }));
  return <Recorder mostSeconds={600} onPiece={noop} onDone={noop} onBusy={noop} isFailing={isFailing} />;
}

const never = () => new Promise<MediaStream>(() => undefined);
const silence = async () => new AudioContext().createMediaStreamDestination().stream;
const denied = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));

const record = ({ canvasElement }: Played) => press(canvasElement, 'Record');

export const Default = () => <WithMicrophone open={silence} />;
export const Invalid = () => <WithMicrophone open={silence} isFailing />;

export const Waiting = () => <WithMicrophone open={never} />;
Waiting.play = record;

export const Denied = () => <WithMicrophone open={denied} />;
Denied.play = record;

/** A running recording has no picture, because it shows the elapsed seconds. */
export const Paused = () => <WithMicrophone open={silence} />;
Paused.play = async (played: Played) => {
  record(played);
  await waitForButton(played.canvasElement, 'Pause');
  press(played.canvasElement, 'Pause');
};
