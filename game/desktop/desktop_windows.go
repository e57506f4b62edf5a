package desktop

import (
	"fmt"
	"slices"
	"unsafe"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"

	"dango/game/drawlist"
	"dango/game/input"
)

var (
	user32              = windows.NewLazySystemDLL("user32.dll")
	shcore              = windows.NewLazySystemDLL("shcore.dll")
	enumDisplayMonitors = user32.NewProc("EnumDisplayMonitors")
	getMonitorInfo      = user32.NewProc("GetMonitorInfoW")
	systemParameters    = user32.NewProc("SystemParametersInfoW")
	getDpiForMonitor    = shcore.NewProc("GetDpiForMonitor")
)

func open(d *Desktop, _ Options) (stop func(), err error) {
	if err := enumDisplayMonitors.Find(); err != nil {
		return nil, fmt.Errorf("desktop: %w", err)
	}
	return poll(d, readState), nil
}

func readState() State {
	s := State{Scale: 1, Composited: true, Dark: darkApps(), Reduced: !animations()}
	s.Monitors = monitors()
	if len(s.Monitors) > 0 {
		s.Scale = s.Monitors[0].Scale
	}
	return s
}

// rect and monitorInfo are RECT and MONITORINFOEXW.
type rect struct{ left, top, right, bottom int32 }

type monitorInfo struct {
	size         uint32
	bounds, work rect
	flags        uint32
	device       [32]uint16
}

// found is what collect fills while enumDisplayMonitors runs: in open, then on the one goroutine that polls.
var found []uintptr

// collect is made once, because a callback is never freed.
var collect = windows.NewCallback(func(handle, _, _, _ uintptr) uintptr {
	found = append(found, handle)
	return 1
})

func monitors() []input.Monitor {
	found = found[:0]
	enumDisplayMonitors.Call(0, 0, collect, 0)
	var out []input.Monitor
	for _, h := range found {
		var info monitorInfo
		info.size = uint32(unsafe.Sizeof(info))
		if ok, _, _ := getMonitorInfo.Call(h, uintptr(unsafe.Pointer(&info))); ok == 0 {
			continue
		}
		const primary = 1
		scale := monitorScale(h)
		out = append(out, input.Monitor{
			Name: windows.UTF16ToString(info.device[:]), Scale: scale, Primary: info.flags&primary != 0,
			Bounds: info.bounds.logical(scale), Work: info.work.logical(scale),
		})
	}
	slices.SortStableFunc(out, func(a, b input.Monitor) int {
		switch {
		case a.Primary == b.Primary:
			return 0
		case a.Primary:
			return -1
		default:
			return 1
		}
	})
	return out
}

func (r rect) logical(scale float64) drawlist.Rect {
	k := float32(1 / scale)
	return drawlist.Rect{
		X: float32(r.left) * k, Y: float32(r.top) * k, W: float32(r.right-r.left) * k, H: float32(r.bottom-r.top) * k,
	}
}

// monitorScale is device pixels per logical pixel; 1 before Windows 8.1.
func monitorScale(monitor uintptr) float64 {
	if getDpiForMonitor.Find() != nil {
		return 1
	}
	const effective = 0
	var x, y uint32
	r, _, _ := getDpiForMonitor.Call(monitor, effective, uintptr(unsafe.Pointer(&x)), uintptr(unsafe.Pointer(&y)))
	if r != 0 || x == 0 {
		return 1
	}
	return float64(x) / 96
}

// darkApps says whether the user wants dark applications. Windows before 10 has no such choice.
func darkApps() bool {
	k, err := registry.OpenKey(registry.CURRENT_USER,
		`Software\Microsoft\Windows\CurrentVersion\Themes\Personalize`, registry.QUERY_VALUE)
	if err != nil {
		return false
	}
	defer k.Close()
	light, _, err := k.GetIntegerValue("AppsUseLightTheme")
	return err == nil && light == 0
}

// animations says whether the user wants animations.
func animations() bool {
	const getClientAreaAnimation = 0x1042
	on := int32(1)
	systemParameters.Call(getClientAreaAnimation, 0, uintptr(unsafe.Pointer(&on)), 0)
	return on != 0
}
