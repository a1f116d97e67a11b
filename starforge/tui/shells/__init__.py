"""The ways to play without a screen: lines of text for people, and for programs."""
